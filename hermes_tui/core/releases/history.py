"""Every Hermes release whose behaviour was seen, as data: each era is the one before, with some fields new.

The names E1 to E12 and all values come from ``releases.md`` and ``rules.md``: facts about the releases, seen
by running their wheels.
"""

from hermes_tui.core.releases.ruleset import ExfilNames, HintRules, Ruleset, Scanner, YamlReader

EXCLUDED_0_20_0 = (
    "node_modules venv .venv __pycache__ .git .hg .svn .Trash .cache .tox .mypy_cache .pytest_cache "
    "site-packages dist-packages backups backup .backups vendor third_party"
)
EXCLUDED_0_21_3 = (
    "build dist target out coverage .next .turbo .parcel-cache .nuxt .svelte-kit .nox .ruff_cache .npm "
    ".yarn .pnpm-store .gradle .m2 .nuget"
)
PATTERNS_0_13 = (
    "prompt_injection",
    "deception_hide",
    "sys_prompt_override",
    "disregard_rules",
    "bypass_restrictions",
    "html_comment_injection",
    "hidden_div",
    "translate_execute",
    "exfil_curl",
    "read_secrets",
)
PATTERNS_0_15 = (
    "prompt_injection",
    "sys_prompt_override",
    "disregard_rules",
    "bypass_restrictions",
    "html_comment_injection",
    "hidden_div",
    "translate_execute",
    "deception_hide",
    "role_hijack",
    "role_pretend",
    "leak_system_prompt",
    "remove_filters",
    "fake_update",
    "identity_override",
    "c2_node_registration",
    "c2_heartbeat",
    "c2_task_pull",
    "c2_network_connect",
    "forced_action",
    "anti_forensic_oneliner",
    "anti_forensic_disk",
    "env_var_unset_agent",
    "known_c2_framework",
    "c2_explicit",
    "c2_explicit_long",
    "exfil_curl",
    "exfil_wget",
    "read_secrets",
)
INVISIBLE_0_13 = frozenset("\u200b\u200c\u200d\u2060\ufeff\u202a\u202b\u202c\u202d\u202e")
INVISIBLE_0_15 = INVISIBLE_0_13 | frozenset("\u2062\u2063\u2064\u2066\u2067\u2068\u2069")

MARKER_0_13 = (
    "[...truncated {name}: kept {head}+{tail} of {total} chars. Use file tools to read the full file.]"
)
MARKER_0_17 = (
    "[...truncated {name}: kept {head}+{tail} of {total} chars. The middle is omitted — if you need the full "
    "instructions, read the complete file with the read_file tool: {path}]"
)
MARKER_0_22_2 = (
    "[...truncated {name}: kept {head}+{tail} of {total} chars. The middle is omitted.{sections} If you need "
    "the full instructions, read the complete file with the read_file tool: {path}]"
)

E1 = Ruleset(
    name="0.14.0",
    era="E1",
    since="0.13.0",
    news="the first release known here",
    note="",
    hermes_names=(".hermes.md", "HERMES.md"),
    hermes_climbs_without_git=True,
    agents_names=("AGENTS.md", "agents.md"),
    agents_chain=False,
    claude_names=("CLAUDE.md", "claude.md"),
    cursor_name=".cursorrules",
    cursor_directory=".cursor/rules",
    install_tree_guard=False,
    validates_cwd=False,
    codec_drops_bom=False,
    scan_drops_bom=False,
    front_matter_drops_boms=False,
    read_timeout=None,
    denied_git_raises=True,
    denied_file_raises=True,
    denied_mdc_raises=False,
    home_in_app_data=False,
    expands_hermes_home=False,
    config_yaml=YamlReader.PYYAML,
    manifest_yaml=YamlReader.PYYAML,
    managed_yaml=None,
    managed_root_length=False,
    managed_nothing_counts=True,
    keeps_good_copies=False,
    expands_env_source=False,
    profiles_of_default_home=True,
    profiles_can_be_deleted=False,
    profiles_need_a_file=False,
    scanner=Scanner(
        patterns=PATTERNS_0_13,
        filler=0,
        bounded=False,
        length=None,
        nfkc=False,
        invisible=INVISIBLE_0_13,
        invisible_id="invisible unicode U+{:04X}",
        exfil_names=ExfilNames.CONTAIN_OR_API_CURL_ONLY,
        translate_words=False,
        praxis=False,
        package_tokens=False,
    ),
    soul_blocks=True,
    soul_drops_legacy_section=False,
    flat_cap=20_000,
    cap_from_config=False,
    infinite_cap_raises=False,
    dropped_without_cap=frozenset(("hermes", "agents", "claude", "soul")),
    cut_marker=MARKER_0_13,
    cut_marker_lists_sections=False,
    cut_names_label=False,
    cut_warns=False,
    hints=HintRules(
        names=("AGENTS.md", "agents.md", "CLAUDE.md", "claude.md", ".cursorrules"),
        levels=5,
        cap=8_000,
        cut_keeps_tail=False,
        outside=True,
        excluded=frozenset(),
        deduplicates=False,
        reads_cd=False,
        unknown_user_raises=True,
        checks_links=False,
        obeys_skip=False,
        off_at_home=False,
        rebinds=False,
        follows_session=False,
        wrapped=False,
    ),
    compacts_in_place=False,
    checks_stored_model=False,
    checks_stored_cwd=False,
    records_before_spilling=False,
    rebuilding_was_read=False,
    subagents_get_startup=False,
    command_line_takes_configured_cwd=False,
    ignoring_rules_wants_one=True,
    has_safe_mode=False,
    platforms_can_skip=False,
    lists_context=False,
)
E2 = E1._replace(
    name="0.16.0",
    era="E2",
    since="0.15.0",
    news="28 threat patterns; hints stay inside the working directory",
    scanner=E1.scanner._replace(
        patterns=PATTERNS_0_15,
        filler=None,
        invisible=INVISIBLE_0_15,
        invisible_id="invisible_unicode_U+{:04X}",
        exfil_names=ExfilNames.CONTAIN_OR_API,
        praxis=True,
        package_tokens=True,
    ),
    hints=E1.hints._replace(outside=False, wrapped=True),
)
E3 = E2._replace(
    name="0.17.0",
    home_in_app_data=True,
    era="E3",
    since="0.17.0",
    news="the cap can be configured and grows with the context length",
    managed_yaml=YamlReader.PYYAML,
    cap_from_config=True,
    cut_marker=MARKER_0_17,
    cut_warns=True,
    checks_stored_model=True,
    has_safe_mode=True,
)
E4 = E3._replace(
    name="0.18.2",
    era="E4",
    since="0.18.0",
    news="bounded threat scan; no search above a directory without git",
    hermes_climbs_without_git=False,
    config_yaml=YamlReader.LIBYAML,
    scanner=E3.scanner._replace(filler=8, bounded=True, length=65_536, nfkc=True, praxis=False),
    hints=E3.hints._replace(unknown_user_raises=False),
    compacts_in_place=True,
    records_before_spilling=True,
)
E5 = E4._replace(
    name="0.19.0",
    era="E5",
    since="0.19.0",
    news="a byte order mark at the start is accepted",
    install_tree_guard=True,
    validates_cwd=True,
    managed_nothing_counts=False,
    scan_drops_bom=True,
    front_matter_drops_boms=True,
    rebuilding_was_read=True,
)
E6 = E5._replace(
    name="0.20.0",
    era="E6",
    since="0.20.0",
    news="hints: copies and excluded directories are left out",
    expands_env_source=True,
    hints=E5.hints._replace(deduplicates=True, excluded=frozenset(EXCLUDED_0_20_0.split())),
    checks_stored_cwd=True,
    command_line_takes_configured_cwd=True,
    platforms_can_skip=True,
    rebuilding_was_read=False,
)
E7 = E6._replace(
    name="0.20.1",
    era="E7",
    since="0.20.1",
    news="AGENTS.md of every directory from the git root down",
    agents_chain=True,
    managed_root_length=True,
    dropped_without_cap=E6.dropped_without_cap - {"agents"},
    cut_names_label=True,
)
E8 = E7._replace(
    name="0.20.6",
    era="E8",
    since="0.20.4",
    news="AGENTS.override.md",
    agents_names=("AGENTS.override.md", *E7.agents_names),
    profiles_of_default_home=False,
    hints=E7.hints._replace(names=("AGENTS.override.md", *E7.hints.names)),
    subagents_get_startup=True,
)
E9 = E8._replace(
    name="0.21.0",
    era="E9",
    since="0.21.0",
    news="fewer false alarms for curl and wget",
    profiles_can_be_deleted=True,
    scanner=E8.scanner._replace(exfil_names=ExfilNames.END_IN_SECRET),
)
E10 = E9._replace(
    name="0.21.3",
    era="E10",
    since="0.21.3",
    news="hints up to 32,000 characters; cd is understood; reading is timed",
    read_timeout=5.0,
    denied_git_raises=False,
    denied_mdc_raises=True,
    keeps_good_copies=True,
    scanner=E9.scanner._replace(translate_words=True),
    soul_drops_legacy_section=True,
    infinite_cap_raises=True,
    dropped_without_cap=frozenset(("soul",)),
    hints=E9.hints._replace(
        cap=32_000,
        cut_keeps_tail=True,
        excluded=E9.hints.excluded | frozenset(EXCLUDED_0_21_3.split()),
        reads_cd=True,
        obeys_skip=True,
    ),
)
E11 = E10._replace(
    name="0.21.5",
    era="E11",
    since="0.21.4",
    news="as 0.21.4: your own SOUL.md loads despite threats; linked hints are checked",
    denied_file_raises=False,
    denied_mdc_raises=False,
    managed_yaml=YamlReader.LIBYAML,
    profiles_need_a_file=True,
    soul_blocks=False,
    expands_hermes_home=True,
    hints=E10.hints._replace(checks_links=True),
    lists_context=True,
)
E12 = E11._replace(
    name="0.22.2",
    era="E12",
    since="0.22.2",
    news="the cut names omitted sections; no hints in home directories",
    config_yaml=YamlReader.RUAMEL,
    manifest_yaml=YamlReader.RUAMEL,
    managed_yaml=YamlReader.RUAMEL,
    ignoring_rules_wants_one=False,
    codec_drops_bom=True,
    cut_marker=MARKER_0_22_2,
    cut_marker_lists_sections=True,
    hints=E11.hints._replace(
        excluded=E11.hints.excluded | {".archive"}, off_at_home=True, rebinds=True, follows_session=True
    ),
)

DOCUMENTED = E7._replace(
    name="documented",
    era="documented",
    news="as Hermes' documentation describes it, with a fixed cap",
    note=(
        "These are the rules that Hermes' documentation describes (August 2026); no release does exactly "
        "this. Like 0.20.1, but the cap is fixed, the marker of a cut is that of 0.16, and hints look in six "
        "directories, not five. Name your release with --hermes."
    ),
    cap_from_config=False,
    cut_marker=MARKER_0_13,
    # The documentation says "up to 5 parents"; every release tries five directories in all.
    hints=E7.hints._replace(levels=6),
)

RELEASES: tuple[Ruleset, ...] = (
    E1._replace(name="0.13.0"),
    E1._replace(news="as 0.13.0"),
    E2._replace(name="0.15.2"),
    E2._replace(news="as 0.15.2; on Windows Hermes' home is in %LOCALAPPDATA%", home_in_app_data=True),
    E3,
    E4._replace(name="0.18.0"),
    E4._replace(news="as 0.18.0"),
    E5,
    E6,
    E7,
    E8._replace(name="0.20.4", subagents_get_startup=False),
    E8._replace(news="as 0.20.4; the context files are in the prompt of subagents too"),
    E9,
    E10,
    E11,
    E12,
)
"""Every release whose behaviour was seen, oldest first."""
