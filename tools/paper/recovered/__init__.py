"""Recovery of the number of factors: scenarios, observation models, relative errors."""
