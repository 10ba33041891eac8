"""The long guide of the demonstration: written from facts about its packages, always the same.

It is longer than the cap, so that the middle of it is lost, and with it the section "Release steps".
"""

from collections.abc import Iterator, Sequence

from hermes_tui.core.text.phrases import listed
from hermes_tui.demo.guide_facts import OBJECTS, PACKAGES, PROBLEMS, VERBS

_BEFORE = """\
# Packages

Everything here is TypeScript, built by pnpm and tested by Vitest. The directory is flat: one directory a
package, and its name is the name that you import (`@tidewater/fares` is `packages/fares`).

## How to work here

- `pnpm install` once at the root, then `pnpm --filter @tidewater/NAME test` where you work. The whole suite
takes four minutes; one package rarely more than ten seconds.
- Run `make check` before you call something done. It types, lints and tests what your change can reach.
- Read the catalogue entry of a package before you change it. It says who owns it, what has to hold and what
has surprised people before.
- Keep a change in one package if you can. If it needs two, change the one that is imported first.
- Leave a package better described than you found it: a sentence here saves an hour elsewhere.

| to | run |
|---|---|
| build what changed | `pnpm build` |
| test one package, again on every change | `pnpm --filter @tidewater/NAME test --watch` |
| test what your change can reach | `make check` |
| see the components without the site | `pnpm stories` |
| draw the graph of imports | `make graph` |
| measure what a page downloads | `pnpm size` |
| regenerate the clients of the API | `make clients` |

## Adding a package

1. Start from `pnpm new NAME`; it copies the skeleton and adds the workspace entry.
2. Give it an owner in `CODEOWNERS` and an entry in the catalogue below.
3. Export from `src/index.ts` only. What is not exported there is private, and a lint rule holds it.
4. Depend on as little as you can. The graph has no circle, and `make graph` draws it.

Three similar functions are no reason for a package. Three packages that need the same function are one.

## Code

- Strict TypeScript. `any` and `as` need a comment that says why the type system is wrong.
- Errors that a customer can cause are values (`Result`), errors that only we can cause are exceptions.
- Functions that compute take values and give values; what talks to the network or the clock gets it handed
in, so that a test can hand in another one.
- Names are whole words of the trade: *sailing*, *departure*, *party*. The glossary at the end has them all.
- A component shows, a hook fetches, a package decides. If a component has an `if` about fares, it is in the
wrong place.

## What we take from outside

Every dependency is code that we answer for. Before you add one, look for the ten lines that we would need, in
`ui` first. If it still has to be, ask in `#web-platform` and say in the pull request what it weighs after
compression, which licence it has, how many people maintain it and when it was last released. Versions are
exact, `pnpm update` runs on the first Monday of the month, and whoever runs it reads the change logs.

Nothing is loaded from another host while the site runs: fonts, icons and scripts come with the build. The
payment provider's frame is the one exception.

## Environments

| name | for | data |
|---|---|---|
| local | you | `make seed`: three routes, two ships, one week |
| preview | one for each pull request, gone when it is closed | the same |
| staging | the release that comes next | last night's, without names |
| production | customers | real; nobody reads it out of curiosity |

A setting that differs between them is read once, in `apps/*/src/settings.ts`, and handed down from there. No
package asks which environment it runs in.

## State and data

- What the server knows is fetched through `api-client` and cached by it. Do not copy it into a store.
- What the address bar can hold belongs there: dates, routes and filters survive a reload and can be sent to
a friend.
- What only one component needs stays in that component.
- A list that can be long is paged by the backend. Never fetch everything in order to count it.
- Three states beside success, on every screen: loading, empty, failed. Each has words of its own.

## Speed

The site is used on ships, by people with one bar of signal. A page downloads at most 180 kB before it can be
used, and answers a tap within 100 milliseconds on the oldest phone in the drawer. `pnpm size` runs in CI and
fails above the limit. Load maps, card fields and the crew's screens when they are asked for. Images have a
width and a height, so that nothing jumps.

## Logging

Log what an engineer needs at three in the morning: what was tried, with which ids, what came back. No names,
no addresses, no card data. `warn` is for what mends itself, `error` for what somebody has to look at; an
`error` that nobody looks at becomes a `warn` or goes.

## Tests

- Test what a caller can see. A test that has to change with every refactoring is deleted, not mended.
- Every mended defect has a test that failed before, with the ticket's number in its name.
- No test waits for real time, reaches the network or depends on the one before it.
- Pictures are compared for `ui` only, and only in the two widths that the designers signed off.

## Accessibility

Everything works with the keyboard and reads well aloud. Each page has one `h1`, each field a label that is
seen, each error a text beside its field. Colour never says something alone. `pnpm a11y` checks what a machine
can check; the rest is on the list for reviews.
"""

_RELEASE = """\
## Release steps

Packages are released together, on Tuesdays, by whoever is on the rota. Friday is for reading.

1. Look at `#releases`: nobody else is at it, and no incident is open.
2. Run `make release-notes`. Read them as a customer would, and mend what only we understand.
3. Run `make release VERSION=YYYY.WW`. It bumps every package, writes the change log and makes the tag.
It does not publish.
4. **Wait for the green build of the tag.** Never publish from a laptop.
5. Approve the step "publish" in the pipeline. Only release managers can.
6. Watch the dashboard "Booking funnel" for thirty minutes. If payments drop by more than two per cent against
last week, roll back first and look for the reason afterwards.
7. Write the version into `#releases`, with a line about what is new.

### Rolling back

`make rollback VERSION=YYYY.WW` puts the version before back within five minutes. Database migrations are not
undone: that is why each of them has to work with the code before and after it. Tell the backend's rota.

### Hot fixes

Branch from the tag and not from `main`, change one thing, release it as `YYYY.WW.1`, and bring the change to
`main` the same day.
"""

_AFTER = """\
## Offline

The site opens without a connection and shows the tickets that it knows. What the customer does meanwhile is
kept in order and sent when the connection is back; `api-client` does this for calls that are marked as safe
to repeat. Buying is not: say that it needs a connection, and keep the basket.

## Taking a package away

Mark its exports as deprecated with the name of what to use instead, wait for one release, then delete it
with its entry in the catalogue. `make graph` has to show no arrow to it. Leave no empty directory behind.

## Review

A review asks in this order: is it the right change, does it work, will the next person understand it? Style
is the formatter's business.

- The description says why. What is in the code already.
- Texts for people are in `translations`, and somebody who speaks the language has seen them.
- Amounts go through `money`, times through `calendar`, prices through `fares`.
- A new event has its row in the table above, a new flag its date.
- The page works at 320 pixels, with the keyboard, and with a slow connection.
- No new dependency without a line on what it costs: kilobytes, licence, who maintains it.
- Screens have pictures of before and after in the description.

## When something breaks

Stop the harm, tell people, find the reason, in this order. The on-call list is in `docs/oncall.md`. Write
down times while you work; the report is written within three days, names no guilty person and ends with at
most three things to change.

## Glossary

| word | meaning |
|---|---|
| sailing | one ship going from one port to another, once |
| departure | the moment at which a sailing begins, as the timetable says |
| route | two ports and the way between them |
| party | the people and vehicles of one booking |
| lead | the person of the party whom we write to |
| cabin | a room with beds; a *berth* is a bed in a shared one |
| deck passenger | somebody without a cabin |
| manifest | who is aboard; the harbour master gets it before departure |
| turnaround | the time between arrival and the next departure of the same ship |
| no-show | a party that paid and did not come |
| standby | a party that came and hopes for a place |
| leg | one sailing within a trip of several |

## Whom to ask

Questions about a package go to its team's channel (`#pricing`, `#timetable`, `#booking`, `#payments`,
`#accounts`, `#insight`, `#web-platform`). If nobody answers within a day, ask in `#tidewater-dev`. Decisions
that outlive the week are written down in `docs/decisions/`.
"""


def packages_guide() -> str:
    """The text of ``packages/AGENTS.md``, about 22,000 characters."""
    parts = [_BEFORE, *_catalogue(), _RELEASE, *_tables(), _AFTER]
    return "\n".join(parts)


def _catalogue() -> Iterator[str]:
    yield "## Catalogue\n\nIn the order of imports: a package may import those that stand above it.\n"
    for package in PACKAGES:
        users = [other.name for other in PACKAGES if package.name in other.needs]
        needs = f"It imports {_listed(package.needs)}" if package.needs else "It imports no other package"
        imports = "imports" if len(users) == 1 else "import"
        used = f"{_listed(users)} {imports} it" if users else "only applications import it"
        yield (
            f"### `{package.name}`\n\n"
            f"{package.does}.\nOwned by {package.team} (`#{package.team.lower().replace(' ', '-')}`). "
            f"{needs}; {used}.\n\n"
            f"- Exports {_listed(package.exports)}.\n"
            f"- Has to hold: {package.rule[0].lower()}{package.rule[1:]}.\n"
            f"- Has surprised people: {package.pitfall}.\n"
            f"- Try it: `pnpm --filter @tidewater/{package.name} test`.\n"
        )


def _tables() -> Iterator[str]:
    yield (
        "## Problems that the API reports\n\nA problem has a name, and the name is what code looks at. The "
        "sentence for the\ncustomer comes from `translations`, never from the answer.\n\n"
        "| problem | status | it means | do |\n|---|---|---|---|\n"
        + "\n".join(f"| `{name}` | {status} | {means} | {do} |" for name, status, means, do in PROBLEMS)
        + "\n"
    )
    yield (
        "## Analytics events\n\nAn event is an object and a verb. No names, addresses or free text in "
        "properties, ever.\n\n| event | sent when | properties |\n|---|---|---|\n"
        + "\n".join(
            f"| `{thing}_{verb}` | {when} | {properties}{', `reason`' if verb == 'failed' else ''} |"
            for thing, properties in OBJECTS.items()
            for verb, when in VERBS.items()
        )
        + "\n"
    )


def _listed(names: Sequence[str]) -> str:
    return listed([f"`{name}`" for name in names])
