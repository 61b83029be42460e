"""Data that do not follow the model: what is drawn, what the printed formula then gives."""
