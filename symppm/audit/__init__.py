"""The audit: derivations checked without trust in the engine that made them."""

from symppm.audit.checks import Audit, Check
from symppm.audit.confined import audit_record
from symppm.audit.run import audit_declaration, audit_model

__all__ = ["Audit", "Check", "audit_declaration", "audit_model", "audit_record"]
