"""Fast rule-of-thumb players of Azul, each a module as `engines.protocol.Policy`."""
