"""What a runbook says of a unit: how it is started, how it is seen to work, how one goes back."""
