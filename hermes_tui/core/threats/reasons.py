"""What each finding of the threat scan means, for somebody who never saw one."""

REASONS = {
    "prompt_injection": "Tells the reader to ignore its instructions: the usual first words of a takeover.",
    "sys_prompt_override": 'Says "system prompt override", as if a text could replace what was told before.',
    "disregard_rules": "Tells the reader to disregard its instructions, rules or guidelines.",
    "bypass_restrictions": "Asks the agent to act as if it had no restrictions, limits or rules.",
    "html_comment_injection": (
        "An HTML comment holds ignore, override, system, secret or hidden, if only within a longer word: "
        "a rendered page would not show people what the agent is told."
    ),
    "hidden_div": "A <div> styled not to be displayed: people would not see what the agent is told.",
    "translate_execute": "Asks to translate something and then run it, which can smuggle a command in.",
    "deception_hide": "Tells the agent to keep something from its user.",
    "role_hijack": 'Tells the agent that it is somebody else from now on ("you are now a ...").',
    "role_pretend": "Asks the agent to pretend that it is somebody or something else.",
    "leak_system_prompt": "Asks for the system or initial prompt: what the agent was told in confidence.",
    "remove_filters": "Asks for answers without restrictions, limitations, filters or safety.",
    "fake_update": "Claims that the agent has been updated, upgraded or patched, to slip in new behaviour.",
    "identity_override": "Tells the agent to give itself another name, and with it another identity.",
    "c2_node_registration": (
        "Asks to register a node, as malware does to join a network that somebody else controls; "
        "ordinary words about nodes, or Node.js, match too."
    ),
    "c2_heartbeat": (
        'Speaks of a heartbeat, a beacon or a check-in "to" or "with" somebody, as malware reports to '
        "whoever controls it."
    ),
    "c2_task_pull": "Asks to pull tasks, as malware fetches its orders from whoever controls it.",
    "c2_network_connect": "Asks to connect to the network, as malware does to reach whoever controls it.",
    "forced_action": "Orders the agent to register, connect, report or beacon, as malware is ordered.",
    "anti_forensic_oneliner": "Asks for one-liners only, which leave no script behind to be examined.",
    "anti_forensic_disk": "Forbids to write scripts or files to disk, so that nothing is left to examine.",
    "env_var_unset_agent": (
        "Unsets an environment variable of an AI agent, which can take away its identity or its safeguards."
    ),
    "known_c2_framework": "Names a tool for attacking computers or controlling them from afar.",
    "c2_explicit": 'Speaks of a "C2" server, channel, infrastructure or beacon: what controls malware.',
    "c2_explicit_long": 'Says "command and control", the term for steering hijacked computers.',
    "exfil_curl": "A curl command with a variable that seems to hold a secret: it could send it away.",
    "exfil_wget": "A wget command with a variable that seems to hold a secret: it could send it away.",
    "read_secrets": (
        'The letters "cat" and, later on the line, a file that often holds secrets (such as .env or '
        "credentials): it could show passwords or keys to the agent."
    ),
}
