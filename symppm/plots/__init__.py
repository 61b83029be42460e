"""Pictures of matches and of checks, from plain values. Nothing here is global: no pyplot."""
