"""Fast rule-of-thumb players of Flowers, each a module as `engines.protocol.Policy`."""
