"""What the demonstration's long guide knows about its packages, as data."""

from typing import NamedTuple


class Package(NamedTuple):
    """One entry of the catalogue."""

    name: str
    team: str
    does: str
    needs: tuple[str, ...]
    exports: tuple[str, ...]
    rule: str
    pitfall: str


PACKAGES = (
    Package("money", "Pricing", "Amounts in minor units with their currency, and rounding in one place",
            (), ("amount", "add", "share", "format"),
            "Add and compare through `money`; a bare number is never an amount",
            "`JPY` has no minor unit: ask `minorUnits(currency)`"),
    Package("calendar", "Timetable", "Dates, times and zones of the ports we call at",
            (), ("instantOf", "portTime", "nightsBetween"),
            "Every instant is UTC; only the last component before the screen knows a zone",
            "the night of the clock change has sailings at 02:30 twice, and both are real"),
    Package("sailings", "Timetable", "The timetable: routes, ships, departures, cancellations",
            ("calendar",), ("useTimetable", "departuresOf", "isCancelled"),
            "A departure is identified by its id, never by route and time",
            "a cancelled sailing stays in the list for thirty days"),
    Package("fares", "Pricing", "Turns a sailing and a party of travellers into a price with its parts",
            ("money", "sailings"), ("quote", "explainQuote", "cheapestDay"),
            "No price is computed in a component or in a test's expected value",
            "children under four travel free but still take a seat"),
    Package("cabins", "Booking", "Cabin types, decks and what is left of them",
            ("sailings",), ("useCabins", "berthsLeft", "releaseDate"),
            "Availability is a hint for the screen; only the backend promises a cabin",
            "accessible cabins are released to everybody 48 hours before departure"),
    Package("vehicles", "Booking", "Length, height and weight of what drives aboard",
            ("sailings",), ("classOf", "fitsAboard", "laneMetres"),
            "Measure in centimetres and kilograms, show in the user's units",
            "a bicycle is a vehicle without a length"),
    Package("basket", "Booking", "What a customer is about to buy, kept over reloads",
            ("cabins", "fares", "vehicles"), ("useBasket", "addToBasket", "expiryOf"),
            "Change the basket through its actions, never the stored object",
            "it expires after twenty minutes, and the page has to say so before it happens"),
    Package("payments", "Payments", "Cards, wallets and vouchers behind one interface",
            ("money",), ("startPayment", "paymentState", "refund"),
            "Card fields live in the provider's frame; no card number enters our code",
            "a payment can be pending for a day: treat that as a state and not as an error"),
    Package("tickets", "Booking", "Bookings after payment: tickets, changes, refunds",
            ("basket", "payments"), ("useTickets", "changeTicket", "pdfOf"),
            "A ticket is immutable; a change makes a new one that names the old",
            "group bookings have one payment and many tickets"),
    Package("identity", "Accounts", "Sign-in, sessions and the customer's own details",
            (), ("useCustomer", "signIn", "signOut"),
            "Ask `useCustomer()`; nobody else touches the session",
            "guests may buy tickets, so the customer can be nobody"),
    Package("loyalty", "Accounts", "Points, levels and what they are worth",
            ("identity", "money"), ("usePoints", "worthOf", "levelOf"),
            "Points are no money: convert at the counter, with the date's rate",
            "points earned on a refunded trip are taken back a week later"),
    Package("messages", "Accounts", "E-mail, push and text messages about a trip",
            ("identity", "calendar"), ("sendOnce", "previewOf", "quietHours"),
            "A message has an id and is sent once, however often it is asked for",
            "text messages are cut at 160 characters in some languages and at 70 in others"),
    Package("translations", "Web platform", "Texts in eleven languages, with plurals and directions",
            (), ("useText", "pluralOf", "directionOf"),
            "No text for people outside `texts/*.json`; keys name the meaning, not the place",
            "Finnish plurals follow the number in ways that `n + 's'` will never get right"),
    Package("ui", "Web platform", "Buttons, fields, dialogs and the rest of the design system",
            ("translations",), ("Button", "Field", "Dialog", "Toast"),
            "Compose what is here before you make something new",
            "a dialog gives the focus back to what opened it, also when that is gone"),
    Package("maps", "Web platform", "Harbour maps and the position of the ships",
            ("sailings", "ui"), ("HarbourMap", "useShipPosition"),
            "A map is an addition: the same facts stand beside it as text",
            "positions arrive up to ten minutes late, and out of order"),
    Package("search", "Web platform", "Finds sailings by words, dates and places",
            ("sailings", "translations"), ("useSearch", "rank", "didYouMean"),
            "Ranking is a pure function with its own table of examples",
            "people type the island and not the port"),
    Package("analytics", "Insight", "Events about how the site is used, without names",
            (), ("track", "useFunnel"),
            "Send only what the table below lists; a new event needs a row there first",
            "events are lost when a page closes: count them in the backend if they matter"),
    Package("flags", "Web platform", "Switches for unfinished features",
            ("identity",), ("useFlag", "ownerOf"),
            "A flag has an owner and a date; a test fails when the date has passed",
            "flags are read once a page, so a long form does not change while it is filled in"),
    Package("api-client", "Web platform", "Typed calls to the backend, generated from its description",
            (), ("api", "ApiProblem", "withRetry"),
            "Never edit it by hand: change `backend/openapi.yaml` and run `make clients`",
            "a retry repeats the idempotency key; a second click by the customer makes a new one"),
    Package("testing", "Web platform", "Builders and fake servers for tests",
            ("api-client", "calendar"), ("aSailing", "aParty", "fakeBackend", "fakeClock"),
            "Say only what matters to the test; the builder fills in the rest",
            "the fake clock starts on a Sunday in March, an hour before the clocks change"),
)  # fmt: skip

OBJECTS = {
    "sailing": "`sailing_id`, `route`",
    "cabin": "`sailing_id`, `cabin_type`",
    "vehicle": "`sailing_id`, `vehicle_class`",
    "basket": "`items`, `currency`",
    "payment": "`method`, `currency`",
    "ticket": "`sailing_id`, `party_size`",
    "voucher": "`voucher_kind`",
    "account": "`signed_in`",
}
PROBLEMS = (
    ("sailing-full", 409, "the last place went while the customer was typing", "offer the next sailing"),
    ("sailing-gone", 410, "the sailing was cancelled or has left", "go back to the timetable"),
    ("price-changed", 409, "the fare is no longer the one that was shown", "show both and ask again"),
    ("basket-expired", 410, "twenty minutes have passed", "offer to fill it again"),
    ("card-declined", 402, "the bank said no, and not why", "ask for another card"),
    ("payment-pending", 202, "the bank has not answered yet", "say that we will write"),
    ("too-late-to-change", 403, "the ship leaves within two hours", "give the port's number"),
    ("vehicle-too-high", 422, "no deck has this height", "name the routes that do"),
    ("too-many-tries", 429, "somebody is in a hurry", "wait as long as the answer says"),
    ("maintenance", 503, "the timetable is being changed", "show when it is over"),
)
VERBS = {
    "viewed": "its page has been in sight for a second",
    "changed": "the customer has changed it and the change is saved",
    "abandoned": "twenty minutes have passed without a step forward",
    "failed": "the step could not be done; `reason` says why, in our words",
}
