"""Fast rule-of-thumb players of Summer Pavilion, as `engines.protocol.Policy`."""
