"""What each finding of the threat scan means, for somebody who never saw one."""

REASONS = {
    "prompt_injection": (
        'Tells the reader to ignore earlier instructions, the usual opening of an attempt to take an agent over.'
    ),
    "sys_prompt_override": 'Says "system prompt override", as if the text could replace what the agent was told.',
    "disregard_rules": "Tells the reader to disregard its instructions, rules or guidelines.",
    "bypass_restrictions": "Asks the agent to act as if it had no restrictions, limits or rules.",
    "html_comment_injection": (
        "An HTML comment, which a rendered page does not show, holds ignore, override, system, secret or hidden, "
        "if only as part of another word: people would not see what the agent is told."
    ),
    "hidden_div": "A <div> styled not to be displayed: people would not see what the agent is told.",
    "translate_execute": "Asks to translate something and then to run it, which can smuggle a command past a reader.",
    "deception_hide": "Tells the agent to keep something from its user.",
    "role_hijack": 'Tells the agent that it is now somebody else ("you are now a ...").',
    "role_pretend": "Asks the agent to pretend that it is somebody or something else.",
    "leak_system_prompt": "Asks for the system or initial prompt, which holds what the agent was told in confidence.",
    "remove_filters": "Asks for answers without restrictions, limitations, filters or safety.",
    "fake_update": "Claims that the agent has been updated, upgraded or patched, to slip in new behaviour.",
    "identity_override": "Tells the agent to give itself another name, and with it another identity.",
    "c2_node_registration": (
        "Asks to register a node, as malware does that joins a remote-controlled network; "
        "ordinary text about nodes (or Node.js) matches too."
    ),
    "c2_heartbeat": (
        'Speaks of a heartbeat, a beacon or a check-in "to" or "with" somebody, as remote-controlled malware '
        "reports to its server."
    ),
    "c2_task_pull": "Asks to pull tasks, as remote-controlled malware fetches its orders.",
    "c2_network_connect": "Asks to connect to the network, as malware does that joins a remote-controlled one.",
    "forced_action": "Orders the agent to register, connect, report or beacon, as a remote controller would.",
    "anti_forensic_oneliner": "Asks for one-liners only, a way to leave no script behind that could be examined.",
    "anti_forensic_disk": "Forbids writing scripts or files to disk, a way to leave nothing that could be examined.",
    "env_var_unset_agent": (
        "Unsets an environment variable of an AI agent, which can strip a program of its safeguards or identity."
    ),
    "known_c2_framework": "Names a tool for attacking or remotely controlling computers.",
    "c2_explicit": 'Speaks of a "C2" (command and control) server, channel, infrastructure or beacon.',
    "c2_explicit_long": 'Says "command and control", the term for steering hijacked computers.',
    "exfil_curl": "A curl command with a variable that looks like a secret: it could send a key or token away.",
    "exfil_wget": "A wget command with a variable that looks like a secret: it could send a key or token away.",
    "read_secrets": (
        'The letters "cat" and, later in the line, a file that usually holds secrets (such as .env or credentials): '
        "it could print passwords or keys."
    ),
}
