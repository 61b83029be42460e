"""Matching by sampling: draws from declared models in torch, with gradients.

Nothing here is imported by ``import symppm``. Whatever imports torch does so in this room and in
the generated torch modules; it is the extra ``symppm[torch]``.
"""
