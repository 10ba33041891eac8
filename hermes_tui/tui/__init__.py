"""The screens. They show what the model says and decide nothing."""
