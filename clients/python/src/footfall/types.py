"""What the service takes and answers: plain dictionaries, described for type checkers.

Made from docs/openapi.json by npm run generate; not written by hand.
"""
from __future__ import annotations

import sys
from typing import Any, Dict, List, Literal, Optional, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict


class PersonalityReasonsItem(TypedDict):
    #: frequency, depth, return, key_pages, conversion or recency.
    factor: str
    #: What it adds to the score; what recency takes away is negative.
    points: int
    #: The fact behind it.
    because: str
    #: The number in it: of visits, page views, returns, key pages, conversions or days ago. Absent in
    #: what an older version worked out.
    count: NotRequired[int]
    #: The key pages that it names.
    pages: NotRequired[List[str]]


class Personality(TypedDict):
    """What the behaviour of a person tells, with the reasons."""
    #: The person.
    identity_id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: How much the behaviour looks like that of a buyer.
    intent_score: int
    #: Where the person stands.
    stage: Literal["new", "engaged", "evaluating", "customer", "dormant"]
    #: What the behaviour looks like.
    persona: Literal["buyer", "evaluator", "researcher", "reader", "newcomer"]
    #: The parts of the score, in this order; they add up to it.
    reasons: List[PersonalityReasonsItem]
    #: Which formula was used.
    model_version: str
    #: The person's latest activity that it takes into account; how long ago that was is told by
    #: recency.
    computed_at: str


class CompanyActivityTopPagesItem(TypedDict):
    #: Address of the page without query and fragment.
    url: str
    #: How often it was viewed in these visits.
    views: int


class CompanyActivity(TypedDict):
    """With `expand=activity`: what visitors with evidence for the company did in the time, bots left
    out. All visits of such a visitor count, also those before the evidence came.
    """
    #: When the first of these visits began. Null without any.
    first_seen: Optional[str]
    #: The last message of these visits. Null without any.
    last_seen: Optional[str]
    #: Sessions of visitors with evidence for the company.
    visits: int
    #: Visitors who made them.
    visitors: int
    #: Identities to whom these visitors belong by now: identity_id of the visitor.
    people: int
    #: Page views of these visits.
    page_views: int
    #: The highest intent score of these people as of today; 0 without any.
    intent: int
    #: The most viewed first.
    top_pages: List[CompanyActivityTopPagesItem]
    #: Leads of the company that were created in the time.
    leads: int


class Company(TypedDict):
    """A company that visitors belong to, by a work address or by their network."""
    #: Assigned by the service.
    id: str
    #: As it was imported, else the name of the network's owner, else made from the domain.
    name: str
    #: Registrable domain, lower case; empty for a company that is known by its network alone.
    domain: str
    #: Empty when not known.
    description: str
    #: A range as text, such as 11-50; empty when not known.
    employees: str
    #: Empty when not known.
    main_industry: str
    #: When the company was first seen.
    created_at: str
    #: With `expand=activity`: what visitors with evidence for the company did in the time, bots left
    #: out. All visits of such a visitor count, also those before the evidence came.
    activity: NotRequired[CompanyActivity]


class IdentityAddressesItem(TypedDict):
    #: As it was first given.
    email: str
    #: The strongest by which it was said to be theirs.
    right: Literal["public", "device", "signed", "api"]
    #: When it was first given.
    first_seen_at: str
    #: When it was last given.
    last_seen_at: str


class IdentityRights(TypedDict):
    """With `expand=rights`: by what right the name and each of the traits are believed. What was set
    over this API has the right `api`.
    """
    #: Of the name; left out when there is none.
    name: NotRequired[Literal["public", "device", "signed", "api"]]
    #: Of each trait, by its name.
    traits: Dict[str, Literal["public", "device", "signed", "api"]]


class Identity(TypedDict):
    """A person who was named by an email address or a user_id, across devices."""
    #: Assigned by the service.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: The first visitor that was linked to this identity.
    visitor_id: str
    #: Of the addresses the newest that was said by the strongest right; empty when not known.
    email: str
    #: Full name; empty when not known.
    name: str
    #: Custom traits.
    traits: Dict[str, Any]
    #: First visit.
    first_seen: str
    #: Last visit.
    last_seen: str
    #: Of the latest visit; shortened or empty where the workspace stores it so.
    ip: str
    #: Of the latest visit; empty when not known.
    city: str
    #: Of the latest visit; empty when not known.
    country: str
    #: Whether the identity is marked favorite.
    is_favorite: bool
    #: When the person was first identified.
    created_at: str
    #: With `expand=addresses`: every email address of the person, the newest first; at most 50.
    addresses: NotRequired[List[IdentityAddressesItem]]
    #: With `expand=rights`: by what right the name and each of the traits are believed. What was set
    #: over this API has the right `api`.
    rights: NotRequired[IdentityRights]
    personality: NotRequired[Personality]
    company: NotRequired[Company]


class Lead(TypedDict):
    """A person or visitor who showed interest."""
    #: Assigned by the service.
    id: str
    #: The visitor behind the lead.
    visitor_id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: Lead code or identifier; generated when not given.
    code: str
    #: Where the visit that opened it came from: website, referral or campaign; else as given, or api.
    source: str
    #: Set on creation.
    created_at: str
    #: Equals created_at on creation; moves when the lead is updated or completed.
    updated_at: str
    #: Custom key-value properties.
    properties: Dict[str, Any]
    #: Location data such as city, country.
    location: Dict[str, Any]
    #: An identity of the workspace. Null when not set.
    identity_id: Optional[str]
    #: The visit that opened it. Null when not set.
    session_id: Optional[str]
    #: Summary data. Null on a newly created lead.
    summary: Optional[Dict[str, Any]]
    #: The company of the person, else of the visit. Null when not set.
    company_id: Optional[str]
    identity: NotRequired[Identity]
    company: NotRequired[Company]
    #: True for one of very many leads that were opened from the same network without proof. An edit,
    #: or a signed message that names its person, ends it. Absent otherwise.
    suspect: NotRequired[bool]


class Activity(TypedDict):
    """One thing that a person did."""
    #: Stable id of the activity.
    id: str
    #: Name of the event for events (page_view, click, …); else session_start, identify, conversion or
    #: lead.
    type: str
    #: Name or email of the person; "Anonymous visitor" where nobody was named.
    who: str
    #: What happened, as a sentence.
    what: str
    #: Where the visit came from, such as campaign spring (google / cpc), Google search or ChatGPT; the
    #: host of the website when nobody sent the visitor.
    source: str
    #: When it happened.
    created_at: str


class IdentityLinkEvidence(TypedDict):
    """The names that the message gave."""
    #: As it was given; empty when none was.
    email: str
    #: Empty when none was given.
    user_id: str


class IdentityLink(TypedDict):
    """One message that named a person: the evidence that a visitor is this person."""
    #: The id of the message that named the person.
    id: str
    #: The visitor who sent it.
    visitor_id: str
    #: When it was said.
    created_at: str
    #: By what right it was said.
    right: Literal["public", "device", "signed", "api"]
    #: Which of its two names a signature proves: email or user_id. Null where the right is that of all
    #: its names.
    proved_name: Optional[str]
    #: What it weighs for this person: proved, a device's of the person, or anybody's word.
    strength: Literal["anybody", "device", "proved"]
    #: The names that the message gave.
    evidence: IdentityLinkEvidence
    #: Whether it links the visitor to the person.
    counts: bool
    #: Whether its address is the person's.
    email_counts: bool
    #: Why it, or its address, does not count. Null when all of it counts.
    reason: Optional[str]
    #: The same as a word for programs. Null when all of it counts.
    reason_code: Literal["detached", "foreign_address", None]
    #: The correction that detached it. Null when none did.
    detached_by: Optional[str]


class CorrectionOutcomeBeforeItem(TypedDict):
    """A person before or after a correction."""
    #: The id of the identity.
    id: str
    #: Empty when not known.
    name: str
    #: The address that is shown.
    email: str
    #: All addresses that are theirs; 100 at most.
    emails: List[str]
    #: All user_ids that name them; 100 at most.
    user_ids: List[str]
    #: Visitors that are linked to them; 100 at most.
    visitor_ids: List[str]
    #: How many visitors are linked to them.
    visitors: int
    #: How many messages named them.
    links: int
    #: How many leads are theirs.
    leads: int
    #: How many conversions are theirs.
    conversions: int


class CorrectionOutcomeAfterItem(TypedDict):
    """A person before or after a correction."""
    #: The id of the identity.
    id: str
    #: Empty when not known.
    name: str
    #: The address that is shown.
    email: str
    #: All addresses that are theirs; 100 at most.
    emails: List[str]
    #: All user_ids that name them; 100 at most.
    user_ids: List[str]
    #: Visitors that are linked to them; 100 at most.
    visitor_ids: List[str]
    #: How many visitors are linked to them.
    visitors: int
    #: How many messages named them.
    links: int
    #: How many leads are theirs.
    leads: int
    #: How many conversions are theirs.
    conversions: int


class CorrectionOutcomeMoved(TypedDict):
    """What changes hands."""
    #: Links that go to somebody else, or to nobody.
    links: int
    #: Leads that change hands, open or vanish.
    leads: int
    #: Conversions that go to somebody else.
    conversions: int


class CorrectionOutcome(TypedDict):
    #: true: nothing was stored.
    dry_run: bool
    #: The correction that was made or undone. Null where nothing was stored and it does not exist.
    correction_id: Optional[str]
    #: The people who change, as they were; 100 at most.
    before: List[CorrectionOutcomeBeforeItem]
    #: The same as they are, or would be, after it; 100 at most.
    after: List[CorrectionOutcomeAfterItem]
    #: What changes hands.
    moved: CorrectionOutcomeMoved


class CorrectionBy(TypedDict):
    """Who did it."""
    #: A secret key, a member, or the command line.
    kind: Literal["key", "member", "command"]
    #: Of the key or the member. Null for the command line.
    id: Optional[str]


class CorrectionUndoneBy(TypedDict):
    """Who did it. Null while it is in force."""
    #: A secret key, a member, or the command line.
    kind: Literal["key", "member", "command"]
    #: Of the key or the member. Null for the command line.
    id: Optional[str]


class Correction(TypedDict):
    """What somebody put right about who is who."""
    #: Assigned by the service.
    id: str
    #: What was done.
    kind: Literal["detach", "split", "join"]
    #: The person whom it was about, by the id of that time.
    identity_id: str
    #: Of a join the other person, of a split the person that it made. Null otherwise.
    other_identity_id: Optional[str]
    #: The link that was detached. Null otherwise.
    link_id: Optional[str]
    #: Of a split: the visitors that were taken; else empty.
    visitor_ids: List[str]
    #: Of a split: the addresses that were taken, in lower case; else empty.
    emails: List[str]
    #: Of a split: the user_ids that were taken; else empty.
    user_ids: List[str]
    #: Who did it.
    by: CorrectionBy
    #: When it was made.
    created_at: str
    #: When it was undone. Null while it is in force.
    undone_at: Optional[str]
    #: Who did it. Null while it is in force.
    undone_by: Optional[CorrectionUndoneBy]


class VerdictBy(TypedDict):
    """Who did it."""
    #: A secret key, a member, or the command line.
    kind: Literal["key", "member", "command"]
    #: Of the key or the member. Null for the command line.
    id: Optional[str]


class VerdictUndoneBy(TypedDict):
    """Who did it. Null while it is in force."""
    #: A secret key, a member, or the command line.
    kind: Literal["key", "member", "command"]
    #: Of the key or the member. Null for the command line.
    id: Optional[str]


class Verdict(TypedDict):
    """What somebody decided by hand about a claim of the service."""
    #: Assigned by the service.
    id: str
    #: bot: the visitor is one. not_bot: the visitor is none. company: the visitor is of the company.
    #: not_company: the visitor is not, or without a visitor nobody is whom the same network or email
    #: domain says to be.
    kind: Literal["bot", "not_bot", "company", "not_company"]
    #: The visitor. Null: everybody with evidence for the company.
    visitor_id: Optional[str]
    #: The company. Null of bots.
    company_id: Optional[str]
    #: As whoever decided it wrote; empty when they wrote nothing.
    reason: str
    #: Who did it.
    by: VerdictBy
    #: When it was decided.
    created_at: str
    #: When it was undone. Null while it is in force.
    undone_at: Optional[str]
    #: Who did it. Null while it is in force.
    undone_by: Optional[VerdictUndoneBy]
    #: How many visitors, or visits of the one visitor, are still to be brought in line with it or with
    #: its undoing; 0 when all are.
    pending: int


class EvidenceClaimsItemEvidenceItem(TypedDict):
    #: rule, found, verdict, user_agent, network, connection, utm_source and other tags, click_id,
    #: referrer, page, email_domain, network_owner or visit.
    fact: str
    #: As it is known.
    value: str
    #: Without it the claim would be another one.
    decides: bool


class EvidenceClaimsItem(TypedDict):
    """A claim with what it rests on."""
    #: What is claimed.
    claim: Literal["bot", "company", "source", "credit"]
    #: Whether it counts: false for who is no bot, and for what a verdict refuses.
    holds: bool
    #: The name of the bot, the domain or network of the company, or the channel and origin of the
    #: visit; may be empty.
    value: str
    #: Of credit: the attribution model, such as last_non_direct; else empty.
    model: str
    #: Of a company that; of credit the visit. Null otherwise.
    subject_id: Optional[str]
    #: Of credit: its part; those of a model add up to 1. Null otherwise.
    share: Optional[float]
    #: How sure it is, from 0 to 1.
    confidence: float
    #: By what right it is known: public, device, signed or api. Null where rules tell it.
    right: Optional[str]
    #: When it was first known; of a verdict, when it was given.
    since: str
    #: The verdict that decides it. Null when none does.
    verdict_id: Optional[str]
    #: What it rests on, what decides first.
    evidence: List[EvidenceClaimsItemEvidenceItem]


class Evidence(TypedDict):
    """What the service claims of a record, and why."""
    #: Of a company the one that counts first.
    claims: List[EvidenceClaimsItem]


class Suggestion(TypedDict):
    """What a message said of a person, and had no right to."""
    #: Assigned by the service.
    id: str
    #: The visitor whose message said it.
    visitor_id: str
    #: The person whom it is about. Null when it names nobody.
    identity_id: Optional[str]
    #: What was not followed: the naming of a person as a whole, that the visitor is whom many others
    #: say they are, an address (or a user_id beside one that is proved), a name, traits, or a
    #: conversion.
    kind: Literal["naming", "visitor", "email", "name", "traits", "conversion"]
    #: What was said.
    value: Dict[str, Any]
    #: Why it was not followed.
    reason: str
    #: The same as a word for programs.
    reason_code: Literal["outranked", "outranked_conversion", "later_conversion", "not_proved", "crowded", "too_many_traits", "known_address", "many_addresses", "foreign_address", "no_join", "other_user_id", "foreign_user_id", "quota", "placeholder", "other"]
    #: By what right it was said.
    right: Literal["public", "device", "signed", "api"]
    #: When it was said.
    created_at: str


class VisitorSuspicion(TypedDict):
    """Null unless it is suspected."""
    #: The facts that speak against a person.
    reasons: List[str]
    #: The same as words for programs, in this order.
    reason_codes: List[Literal["by_hand", "named_by_user_agent", "named_by_client_hints", "named_by_signature", "no_browser", "no_user_agent", "hosting_network", "driven", "odd_headers"]]


class VisitorBot(TypedDict):
    """Null unless it is one. Lists leave bots out unless bots=true."""
    #: Such as GPTBot; empty when it gives no name.
    name: str
    #: Whose it is, such as OpenAI; empty when not known.
    operator: str
    #: ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client,
    #: headless_browser, automation or other.
    category: str
    #: The facts that speak for a bot.
    reasons: List[str]
    #: The same as words for programs, in this order.
    reason_codes: List[Literal["by_hand", "named_by_user_agent", "named_by_client_hints", "named_by_signature", "no_browser", "no_user_agent", "hosting_network", "driven", "odd_headers"]]


class Visitor(TypedDict):
    """A browser or device, or a person of whom only a backend speaks; known or anonymous."""
    #: Made by the browser script, or by the service.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: The person who was named last on it. Null when anonymous.
    identity_id: Optional[str]
    #: The company that was set by hand, else that of its work address, else of its network: of several
    #: that of the strongest right, then the latest. Null when not known.
    company_id: Optional[str]
    #: How sure the company is, from 0 to 1. Null without a company. GET /companies/{id}/evidence tells
    #: why.
    company_confidence: Optional[float]
    #: Where the first visit came from: website, referral or campaign; empty before the first visit.
    source: str
    #: The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or
    #: referral.
    channel: str
    #: The same by the names of Google Analytics 4, such as Paid Search or Organic Social.
    channel_group: str
    #: Such as Google, ChatGPT or news.example.org; empty when direct.
    origin: str
    #: Campaign tags of the first visit; empty when there were none.
    campaign: Dict[str, Any]
    #: Referrer of the first visit; empty when none.
    referrer: str
    #: Address of the first page; empty when not known.
    entry_url: str
    #: Number of visits.
    session_count: int
    #: Number of messages.
    event_count: int
    #: Number of page views.
    page_view_count: int
    #: Of the latest visit; shortened or empty where the workspace stores it so.
    ip: str
    #: Of the latest visit; empty when not known.
    city: str
    #: Of the latest visit; empty when not known.
    country: str
    #: person; agent: a program that acts for one, and counts; suspected: one thing speaks against a
    #: person, and it counts; bot: it counts nowhere.
    state: Literal["person", "agent", "suspected", "bot"]
    #: Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where
    #: nothing tells.
    agent: str
    #: Null unless it is suspected.
    suspicion: Optional[VisitorSuspicion]
    #: Null unless it is one. Lists leave bots out unless bots=true.
    bot: Optional[VisitorBot]
    #: First visit.
    first_seen: str
    #: Latest activity.
    last_seen: str
    #: Equals first_seen.
    created_at: str
    identity: NotRequired[Identity]
    company: NotRequired[Company]


class SessionSuspicion(TypedDict):
    """Null unless it is suspected."""
    #: The facts that speak against a person.
    reasons: List[str]
    #: The same as words for programs, in this order.
    reason_codes: List[Literal["by_hand", "named_by_user_agent", "named_by_client_hints", "named_by_signature", "no_browser", "no_user_agent", "hosting_network", "driven", "odd_headers"]]


class SessionBot(TypedDict):
    """Null unless it is the visit of a bot."""
    #: Such as GPTBot; empty when it gives no name.
    name: str
    #: Whose it is, such as OpenAI; empty when not known.
    operator: str
    #: ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client,
    #: headless_browser, automation or other.
    category: str
    #: The facts that speak for a bot.
    reasons: List[str]
    #: The same as words for programs, in this order.
    reason_codes: List[Literal["by_hand", "named_by_user_agent", "named_by_client_hints", "named_by_signature", "no_browser", "no_user_agent", "hosting_network", "driven", "odd_headers"]]


class SessionPagesItem(TypedDict):
    #: Address of the page.
    url: str
    #: Empty when not known.
    title: str
    #: When it was opened.
    viewed_at: str
    #: Until the next page was opened; of the last one, until the last message.
    seconds: int


class Session(TypedDict):
    """One visit of a visitor. It ends after 30 minutes without a message, after 24 hours, or when the
    visitor comes by another campaign.
    """
    #: Made by the browser script, or by the service.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: The visitor.
    visitor_id: str
    #: website, referral or campaign.
    source: str
    #: The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or
    #: referral.
    channel: str
    #: The same by the names of Google Analytics 4, such as Paid Search or Organic Social.
    channel_group: str
    #: Such as Google, ChatGPT or news.example.org; empty when direct.
    origin: str
    #: The campaign of its tags or click id. Null when none.
    campaign_id: Optional[str]
    #: Campaign tags; empty when there were none.
    campaign: Dict[str, Any]
    #: Click ids, such as gclid; empty when there were none.
    click_ids: Dict[str, Any]
    #: Empty when none.
    referrer: str
    #: First page; empty when not known.
    entry_url: str
    #: Last page so far; empty when not known.
    exit_url: str
    #: Number of messages.
    event_count: int
    #: Number of page views.
    page_view_count: int
    #: Seconds of attention, as the browser tells.
    engaged_seconds: int
    #: From the first to the last message.
    duration_seconds: int
    #: At most one page, less than 10 seconds of attention, and no conversion.
    is_bounce: bool
    #: Shortened or empty where the workspace stores it so.
    ip: str
    #: Empty when not known.
    city: str
    #: Empty when not known.
    country: str
    #: Whose network it was; empty when not known.
    network_owner: str
    #: business, access_provider, mobile, hosting, education or government; empty when not known.
    connection: str
    #: Empty when not known.
    user_agent: str
    #: Such as Firefox; empty when not known.
    browser: str
    #: Such as Android; empty when not known.
    os: str
    #: desktop, mobile, tablet, tv, console, wearable or bot; empty when not known.
    device: str
    #: Language, such as en-GB; empty when not known.
    locale: str
    #: IANA time zone; empty when not known.
    timezone: str
    #: WIDTHxHEIGHT in pixels; empty when not known.
    screen: str
    #: person; agent: a program that acts for one, and counts; suspected: one thing speaks against a
    #: person, and it counts; bot: it counts nowhere.
    state: Literal["person", "agent", "suspected", "bot"]
    #: Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where
    #: nothing tells.
    agent: str
    #: Null unless it is suspected.
    suspicion: Optional[SessionSuspicion]
    #: Null unless it is the visit of a bot.
    bot: Optional[SessionBot]
    #: First message.
    started_at: str
    #: Last message so far.
    last_activity_at: str
    #: When the browser ended it. Null when it has not said so.
    ended_at: Optional[str]
    #: Equals started_at.
    created_at: str
    #: With `expand=pages`, in the order of the visit; the first 100.
    pages: NotRequired[List[SessionPagesItem]]


class Consent(TypedDict):
    """What a visitor allowed and refused, as messages told it."""
    #: The visitor.
    visitor_id: str
    #: By purpose, whether it was allowed: true or false.
    purposes: Dict[str, Any]
    #: The first message that told it.
    first_given_at: str
    #: The last message that told it.
    last_given_at: str
    #: When the first of them came.
    received_at: str
    #: Who told it: browser or server.
    source: str


class SessionWithPagesSuspicion(TypedDict):
    """Null unless it is suspected."""
    #: The facts that speak against a person.
    reasons: List[str]
    #: The same as words for programs, in this order.
    reason_codes: List[Literal["by_hand", "named_by_user_agent", "named_by_client_hints", "named_by_signature", "no_browser", "no_user_agent", "hosting_network", "driven", "odd_headers"]]


class SessionWithPagesBot(TypedDict):
    """Null unless it is the visit of a bot."""
    #: Such as GPTBot; empty when it gives no name.
    name: str
    #: Whose it is, such as OpenAI; empty when not known.
    operator: str
    #: ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client,
    #: headless_browser, automation or other.
    category: str
    #: The facts that speak for a bot.
    reasons: List[str]
    #: The same as words for programs, in this order.
    reason_codes: List[Literal["by_hand", "named_by_user_agent", "named_by_client_hints", "named_by_signature", "no_browser", "no_user_agent", "hosting_network", "driven", "odd_headers"]]


class SessionWithPagesPagesItem(TypedDict):
    #: Address of the page.
    url: str
    #: Empty when not known.
    title: str
    #: When it was opened.
    viewed_at: str
    #: Until the next page was opened; of the last one, until the last message.
    seconds: int


class SessionWithPages(TypedDict):
    """One visit, with the pages that were viewed."""
    #: Made by the browser script, or by the service.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: The visitor.
    visitor_id: str
    #: website, referral or campaign.
    source: str
    #: The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or
    #: referral.
    channel: str
    #: The same by the names of Google Analytics 4, such as Paid Search or Organic Social.
    channel_group: str
    #: Such as Google, ChatGPT or news.example.org; empty when direct.
    origin: str
    #: The campaign of its tags or click id. Null when none.
    campaign_id: Optional[str]
    #: Campaign tags; empty when there were none.
    campaign: Dict[str, Any]
    #: Click ids, such as gclid; empty when there were none.
    click_ids: Dict[str, Any]
    #: Empty when none.
    referrer: str
    #: First page; empty when not known.
    entry_url: str
    #: Last page so far; empty when not known.
    exit_url: str
    #: Number of messages.
    event_count: int
    #: Number of page views.
    page_view_count: int
    #: Seconds of attention, as the browser tells.
    engaged_seconds: int
    #: From the first to the last message.
    duration_seconds: int
    #: At most one page, less than 10 seconds of attention, and no conversion.
    is_bounce: bool
    #: Shortened or empty where the workspace stores it so.
    ip: str
    #: Empty when not known.
    city: str
    #: Empty when not known.
    country: str
    #: Whose network it was; empty when not known.
    network_owner: str
    #: business, access_provider, mobile, hosting, education or government; empty when not known.
    connection: str
    #: Empty when not known.
    user_agent: str
    #: Such as Firefox; empty when not known.
    browser: str
    #: Such as Android; empty when not known.
    os: str
    #: desktop, mobile, tablet, tv, console, wearable or bot; empty when not known.
    device: str
    #: Language, such as en-GB; empty when not known.
    locale: str
    #: IANA time zone; empty when not known.
    timezone: str
    #: WIDTHxHEIGHT in pixels; empty when not known.
    screen: str
    #: person; agent: a program that acts for one, and counts; suspected: one thing speaks against a
    #: person, and it counts; bot: it counts nowhere.
    state: Literal["person", "agent", "suspected", "bot"]
    #: Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where
    #: nothing tells.
    agent: str
    #: Null unless it is suspected.
    suspicion: Optional[SessionWithPagesSuspicion]
    #: Null unless it is the visit of a bot.
    bot: Optional[SessionWithPagesBot]
    #: First message.
    started_at: str
    #: Last message so far.
    last_activity_at: str
    #: When the browser ended it. Null when it has not said so.
    ended_at: Optional[str]
    #: Equals started_at.
    created_at: str
    #: In the order of the visit; the first 500.
    pages: List[SessionWithPagesPagesItem]


class Event(TypedDict):
    """A message as it is stored. Messages about a session itself are left out."""
    #: Made from the time and the message_id.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: The visitor.
    visitor_id: str
    #: The visit that it belongs to.
    session_id: str
    #: event, identify or conversion.
    type: str
    #: Of the event or conversion, such as page_view; empty for identify.
    name: str
    #: Address of the page; empty when not known.
    url: str
    #: Title of the page; empty when not known.
    title: str
    #: Empty when none.
    referrer: str
    #: As they were sent.
    properties: Dict[str, Any]
    #: When it happened.
    created_at: str


class LiveMinutesItem(TypedDict):
    #: When the minute began.
    minute: str
    #: Visitors with a message in it.
    visitors: int
    #: Page views in it.
    page_views: int


class LiveVisitorsItemPage(TypedDict):
    #: The last page so far; empty when not known.
    url: str
    #: Empty when not known.
    title: str


class LiveVisitorsItemPlace(TypedDict):
    #: Empty when not known.
    city: str
    #: Empty when not known.
    country: str


class LiveVisitorsItemCompany(TypedDict):
    """Null when not known, and to keys that may not read companies."""
    #: The company.
    id: str
    #: Empty when not known.
    name: str
    #: Empty when it is known by its network alone.
    domain: str


class LiveVisitorsItemIdentity(TypedDict):
    """Null when anonymous."""
    #: The identity.
    id: str
    #: Empty when not known.
    name: str
    #: Empty when not known.
    email: str


class LiveVisitorsItem(TypedDict):
    #: The visitor.
    visitor_id: str
    #: The visit.
    session_id: str
    page: LiveVisitorsItemPage
    #: Pages of this visit.
    page_view_count: int
    #: Where the visit came from: website, referral or campaign.
    source: str
    #: The same in more detail, as of sessions.
    channel: str
    #: Such as Google or ChatGPT; empty when direct.
    origin: str
    #: Campaign tags; empty when there were none.
    campaign: Dict[str, Any]
    place: LiveVisitorsItemPlace
    #: Null when not known, and to keys that may not read companies.
    company: Optional[LiveVisitorsItemCompany]
    #: Null when anonymous.
    identity: Optional[LiveVisitorsItemIdentity]
    #: When the visit began.
    since: str
    #: Latest message.
    last_activity_at: str


class Live(TypedDict):
    """Who is here now."""
    #: Visitors of the last 5 minutes, exactly.
    visitors_5_minutes: int
    #: Visitors of the last 30 minutes, exactly.
    visitors_30_minutes: int
    #: The last 30, the oldest first.
    minutes: List[LiveMinutesItem]
    #: Those of the last 30 minutes with their latest visit, the latest first.
    visitors: List[LiveVisitorsItem]


class CompanyEvidence(TypedDict):
    """A fact that links a visitor to a company."""
    #: email_domain: the visitor, or its person on another device, gave a work address of the company.
    #: network_owner: the visit came from a network of the company. set_by_hand: somebody decided it.
    kind: Literal["email_domain", "network_owner", "set_by_hand"]
    #: The domain, the AS number and holder of the network, or the id of the verdict.
    value: str
    #: How far the fact can be trusted, from 0 to 1: 0.95 for email_domain, 0.6 for network_owner, 1
    #: for set_by_hand.
    confidence: float
    #: The strongest right by which it came: public (a write key alone), device, signed or api. Among
    #: facts of one kind the stronger right decides which company a visitor belongs to.
    right: Literal["public", "device", "signed", "api"]
    #: The visitor of whom this is known.
    visitor_id: str
    #: When it was first seen.
    first_seen_at: str


class ConversionFirstTouch(TypedDict):
    """The first visit of the person until then. Null until it is worked out, within a minute, and for
    bots.
    """
    #: The visitor; another one of the same person where they used several devices.
    visitor_id: str
    #: The visit.
    session_id: str
    #: The campaign of the visit. Null when it came from none.
    campaign_id: Optional[str]
    #: website, referral or campaign.
    source: str
    #: When the visit began.
    touched_at: str


class ConversionLastNonDirect(TypedDict):
    """The last visit of the person until then that tags, a click id or another site brought; the last
    one where there is none. Null until it is worked out, within a minute, and for bots.
    """
    #: The visitor; another one of the same person where they used several devices.
    visitor_id: str
    #: The visit.
    session_id: str
    #: The campaign of the visit. Null when it came from none.
    campaign_id: Optional[str]
    #: website, referral or campaign.
    source: str
    #: When the visit began.
    touched_at: str


class ConversionLastTouch(TypedDict):
    """The last visit of the person until then. Null until it is worked out, within a minute, and for
    bots.
    """
    #: The visitor; another one of the same person where they used several devices.
    visitor_id: str
    #: The visit.
    session_id: str
    #: The campaign of the visit. Null when it came from none.
    campaign_id: Optional[str]
    #: website, referral or campaign.
    source: str
    #: When the visit began.
    touched_at: str


class Conversion(TypedDict):
    """A goal that a visitor reached."""
    #: Assigned by the service.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: The visitor who converted.
    visitor_id: str
    #: The visit in which it happened.
    session_id: str
    #: The person whose visit it was. Null when anonymous.
    identity_id: Optional[str]
    #: The lead that it opened or belongs to. Null when none.
    lead_id: Optional[str]
    #: signup, purchase, or any.
    name: str
    #: Worth, in the currency. Null when not given.
    value: Optional[float]
    #: ISO 4217 code; empty when not given.
    currency: str
    #: Your id of it; empty when not given.
    external_id: str
    #: Empty when not given.
    code: str
    #: Custom key-value properties.
    properties: Dict[str, Any]
    #: public: said with a write key alone, which anyone can. signed: proved.
    right: Literal["public", "device", "signed", "api"]
    #: When it happened.
    created_at: str
    identity: NotRequired[Identity]
    #: The first visit of the person until then. Null until it is worked out, within a minute, and for
    #: bots.
    first_touch: Optional[ConversionFirstTouch]
    #: The last visit of the person until then that tags, a click id or another site brought; the last
    #: one where there is none. Null until it is worked out, within a minute, and for bots.
    last_non_direct: Optional[ConversionLastNonDirect]
    #: The last visit of the person until then. Null until it is worked out, within a minute, and for
    #: bots.
    last_touch: Optional[ConversionLastTouch]


class Campaign(TypedDict):
    """A campaign. It appears by itself from the tags or click ids of visits, or from its spend."""
    #: Assigned by the service.
    id: str
    #: Always the caller's workspace.
    workspace_id: str
    #: utm_campaign; empty when the visits had none.
    name: str
    #: utm_source; empty when the visits had none.
    source: str
    #: utm_medium; empty when the visits had none.
    medium: str
    #: When its first visit came, or the first day that it cost something.
    created_at: str


class CampaignPerformanceRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class CampaignPerformanceSpendItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class CampaignPerformanceCostPerLeadItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The ratio. Null without a lead.
    value: Optional[float]


class CampaignPerformanceReturnItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The ratio. Null where the reason says why.
    value: Optional[float]
    #: Why there is no ratio: `no_spend`, nothing was spent; `other_currency`, what was spent and what
    #: came of it are in different currencies, which are not converted. Null with a ratio.
    reason_code: Literal["no_spend", "other_currency", None]


CampaignPerformance = TypedDict(
    "CampaignPerformance",
    {
        #: The campaign.
        "campaign_id": "str",
        #: Name of the campaign.
        "name": "str",
        #: Source of the campaign.
        "source": "str",
        #: Medium of the campaign.
        "medium": "str",
        #: Start of the period (inclusive). Null: from the beginning.
        "from": "Optional[str]",
        #: End of the period (exclusive). Null: until now.
        "to": "Optional[str]",
        #: What a conversion or lead is credited to: `last_non_direct` the last visit that tags, a click id
        #: or another site brought; where there is none, the last visit; `last_touch` the last visit before
        #: it happened, the one in which it happened included; `first_touch` the first visit of the person;
        #: `linear` all visits in equal parts; `position` 40 % the first visit, 40 % the last, the rest
        #: those between in equal parts; two visits a half each; `time_decay` all visits, one that is seven
        #: days older by half as much. Of more than 20 visits the first and the last 19 share.
        "model": "Literal[\"last_non_direct\", \"last_touch\", \"first_touch\", \"linear\", \"position\", \"time_decay\"]",
        #: Visitors whose visits of the campaign began in the period, without bots.
        "visitors": "int",
        #: Their visits of the campaign in the period.
        "sessions": "int",
        #: Leads of the period that are credited to the campaign; with parts where several visits share
        #: one.
        "leads": "float",
        #: Conversions of the period that are credited to the campaign; with parts, too.
        "conversions": "float",
        #: Worth of those conversions, of a part its part to the hundredth. A row for each currency.
        "revenue": "List[CampaignPerformanceRevenueItem]",
        #: What the campaign cost on the days of the period. A row for each currency.
        "spend": "List[CampaignPerformanceSpendItem]",
        #: Spend by leads, rounded to hundredths; a row for each currency of the spend.
        "cost_per_lead": "List[CampaignPerformanceCostPerLeadItem]",
        #: Revenue by spend, rounded to four digits: 2.5 means that 1 brought in 2.50. A row for each
        #: currency of either.
        "return": "List[CampaignPerformanceReturnItem]",
    },
)


class VisitorListUpkeep(TypedDict):
    #: filling: not all members are there yet. kept: they follow what happens. failing: they do not,
    #: for the reason in `error`, and are as of `as_of`; it is tried again.
    state: Literal["filling", "kept", "failing"]
    #: How many members there are, exactly.
    members: int
    #: What happened before then is in the members; what happened later may be missing. Null before
    #: they were there for the first time.
    as_of: Optional[str]
    #: takes_too_long: ask for less, such as a shorter `within`. too_many_members: more than 1000000;
    #: narrow the filter. events_removed: the filter asks for events of a time whose events retention
    #: has removed; ask with a shorter `within`. failed: the log of the service tells why. Null while
    #: it does not fail.
    error: Optional[str]
    #: When it is tried again. Null while it does not fail.
    retry_at: Optional[str]


class VisitorList(TypedDict):
    """A segment: a list of visitors."""
    #: Assigned by the service.
    id: str
    #: Name of the list.
    name: str
    #: Empty when not given.
    description: str
    #: Hex colour, #RRGGBB.
    color: str
    #: When the list was made.
    created_at: str
    #: Of whom the list is, where it keeps itself. Absent from lists that are kept by hand, as are the
    #: following.
    of: NotRequired[Literal["visitors", "identities"]]
    #: Who is on the list: those of whom this is true. As text.
    filter: NotRequired[str]
    #: The same filter as a JSON tree.
    filter_tree: NotRequired[Dict[str, Any]]
    upkeep: NotRequired[VisitorListUpkeep]


class ListPreview(TypedDict):
    #: Of whom.
    of: Literal["visitors", "identities"]
    #: Of how many the filter is true now.
    total: int
    #: true: `total` is estimated from a part of the visitors or identities, with `total_error`. false:
    #: it is exact.
    approximate: bool
    #: Only where `approximate` is true: the exact number lies this far from `total` at most, in 95 of
    #: 100 cases.
    total_error: NotRequired[int]
    #: Ids of the newest of them, 20 at most; of those that were looked at, where that was a part.
    sample: List[str]


class ListMember(TypedDict):
    """A visitor or identity on a list."""
    #: The visitor or identity that is on the list.
    id: str
    #: Which of the two.
    type: Literal["visitor", "identity"]
    #: The visitor. Null for an identity.
    visitor_id: Optional[str]
    #: The identity. Null for a visitor.
    identity_id: Optional[str]
    #: When it was added.
    created_at: str


class ListAddition(TypedDict):
    #: How many were not on the list before.
    added: int
    #: How many were on it already.
    already_there: int
    #: Visitors who were added.
    visitor_ids: List[str]
    #: Identities that were added.
    identity_ids: List[str]


class ListRemoval(TypedDict):
    #: How many were on the list.
    removed: int
    #: How many were not on it.
    not_there: int
    #: Visitors who were removed.
    visitor_ids: List[str]
    #: Identities that were removed.
    identity_ids: List[str]


class StatsPreviousRange(TypedDict):
    """The period before, where a comparison was asked for."""
    #: Where it begins (inclusive).
    since: str
    #: Where it ends (exclusive).
    until: str


class StatsTotalRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class StatsTotal(TypedDict):
    """The figures that were asked for, and no others."""
    #: Number of different visitors with a visit that began in the range.
    visitors: NotRequired[int]
    #: Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95
    #: of 100 cases.
    visitors_error: NotRequired[int]
    #: Number of visits that began in the range.
    sessions: NotRequired[int]
    #: Number of pages that were viewed in these visits.
    page_views: NotRequired[int]
    #: From 0 to 1: share of these visits with one page at most, below 10 s of attention and no
    #: conversion. Null without a visit.
    bounce_rate: NotRequired[Optional[float]]
    #: Number of seconds for which these visits held attention.
    engaged_seconds: NotRequired[float]
    #: The same for one visit, to a tenth. Null without a visit.
    average_engaged_seconds: NotRequired[Optional[float]]
    #: Number of leads that opened in the range.
    leads: NotRequired[int]
    #: Number of conversions that happened in the range.
    conversions: NotRequired[int]
    #: Worth of the conversions of the range that have one; a row for each currency.
    revenue: NotRequired[List[StatsTotalRevenueItem]]


class StatsPreviousTotalRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class StatsPreviousTotal(TypedDict):
    """The figures that were asked for, and no others."""
    #: Number of different visitors with a visit that began in the range.
    visitors: NotRequired[int]
    #: Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95
    #: of 100 cases.
    visitors_error: NotRequired[int]
    #: Number of visits that began in the range.
    sessions: NotRequired[int]
    #: Number of pages that were viewed in these visits.
    page_views: NotRequired[int]
    #: From 0 to 1: share of these visits with one page at most, below 10 s of attention and no
    #: conversion. Null without a visit.
    bounce_rate: NotRequired[Optional[float]]
    #: Number of seconds for which these visits held attention.
    engaged_seconds: NotRequired[float]
    #: The same for one visit, to a tenth. Null without a visit.
    average_engaged_seconds: NotRequired[Optional[float]]
    #: Number of leads that opened in the range.
    leads: NotRequired[int]
    #: Number of conversions that happened in the range.
    conversions: NotRequired[int]
    #: Worth of the conversions of the range that have one; a row for each currency.
    revenue: NotRequired[List[StatsPreviousTotalRevenueItem]]


class StatsRowsItemDimensionsItem(TypedDict):
    #: The dimension.
    name: Literal["channel", "channel_group", "source", "campaign", "country", "device", "browser", "agent", "landing_page", "exit_page", "city", "company", "page", "list"]
    #: Its value, as a filter takes it; empty where the visit has none.
    value: str
    #: The same for people: the name of a campaign, company or list.
    label: str


class StatsRowsItemFiguresRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class StatsRowsItemFigures(TypedDict):
    """The figures that were asked for, and no others."""
    #: Number of different visitors with a visit that began in the range.
    visitors: NotRequired[int]
    #: Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95
    #: of 100 cases.
    visitors_error: NotRequired[int]
    #: Number of visits that began in the range.
    sessions: NotRequired[int]
    #: Number of pages that were viewed in these visits.
    page_views: NotRequired[int]
    #: From 0 to 1: share of these visits with one page at most, below 10 s of attention and no
    #: conversion. Null without a visit.
    bounce_rate: NotRequired[Optional[float]]
    #: Number of seconds for which these visits held attention.
    engaged_seconds: NotRequired[float]
    #: The same for one visit, to a tenth. Null without a visit.
    average_engaged_seconds: NotRequired[Optional[float]]
    #: Number of leads that opened in the range.
    leads: NotRequired[int]
    #: Number of conversions that happened in the range.
    conversions: NotRequired[int]
    #: Worth of the conversions of the range that have one; a row for each currency.
    revenue: NotRequired[List[StatsRowsItemFiguresRevenueItem]]


class StatsRowsItemPreviousRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class StatsRowsItemPrevious(TypedDict):
    """The figures that were asked for, and no others."""
    #: Number of different visitors with a visit that began in the range.
    visitors: NotRequired[int]
    #: Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95
    #: of 100 cases.
    visitors_error: NotRequired[int]
    #: Number of visits that began in the range.
    sessions: NotRequired[int]
    #: Number of pages that were viewed in these visits.
    page_views: NotRequired[int]
    #: From 0 to 1: share of these visits with one page at most, below 10 s of attention and no
    #: conversion. Null without a visit.
    bounce_rate: NotRequired[Optional[float]]
    #: Number of seconds for which these visits held attention.
    engaged_seconds: NotRequired[float]
    #: The same for one visit, to a tenth. Null without a visit.
    average_engaged_seconds: NotRequired[Optional[float]]
    #: Number of leads that opened in the range.
    leads: NotRequired[int]
    #: Number of conversions that happened in the range.
    conversions: NotRequired[int]
    #: Worth of the conversions of the range that have one; a row for each currency.
    revenue: NotRequired[List[StatsRowsItemPreviousRevenueItem]]


class StatsRowsItem(TypedDict):
    """A row of the answer."""
    #: When the hour, day, week or month begins in the time zone. Null without an interval.
    time: Optional[str]
    #: What is counted in this row, in the order in which it was asked for.
    dimensions: List[StatsRowsItemDimensionsItem]
    #: The figures that were asked for, and no others.
    figures: StatsRowsItemFigures
    #: The figures that were asked for, and no others.
    previous: NotRequired[StatsRowsItemPrevious]


class StatsBreakdownsItemRowsItemDimensionsItem(TypedDict):
    #: The dimension.
    name: Literal["channel", "channel_group", "source", "campaign", "country", "device", "browser", "agent", "landing_page", "exit_page", "city", "company", "page", "list"]
    #: Its value, as a filter takes it; empty where the visit has none.
    value: str
    #: The same for people: the name of a campaign, company or list.
    label: str


class StatsBreakdownsItemRowsItemFiguresRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class StatsBreakdownsItemRowsItemFigures(TypedDict):
    """The figures that were asked for, and no others."""
    #: Number of different visitors with a visit that began in the range.
    visitors: NotRequired[int]
    #: Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95
    #: of 100 cases.
    visitors_error: NotRequired[int]
    #: Number of visits that began in the range.
    sessions: NotRequired[int]
    #: Number of pages that were viewed in these visits.
    page_views: NotRequired[int]
    #: From 0 to 1: share of these visits with one page at most, below 10 s of attention and no
    #: conversion. Null without a visit.
    bounce_rate: NotRequired[Optional[float]]
    #: Number of seconds for which these visits held attention.
    engaged_seconds: NotRequired[float]
    #: The same for one visit, to a tenth. Null without a visit.
    average_engaged_seconds: NotRequired[Optional[float]]
    #: Number of leads that opened in the range.
    leads: NotRequired[int]
    #: Number of conversions that happened in the range.
    conversions: NotRequired[int]
    #: Worth of the conversions of the range that have one; a row for each currency.
    revenue: NotRequired[List[StatsBreakdownsItemRowsItemFiguresRevenueItem]]


class StatsBreakdownsItemRowsItemPreviousRevenueItem(TypedDict):
    #: ISO 4217 code; empty when not given.
    currency: str
    #: The sum.
    value: float


class StatsBreakdownsItemRowsItemPrevious(TypedDict):
    """The figures that were asked for, and no others."""
    #: Number of different visitors with a visit that began in the range.
    visitors: NotRequired[int]
    #: Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95
    #: of 100 cases.
    visitors_error: NotRequired[int]
    #: Number of visits that began in the range.
    sessions: NotRequired[int]
    #: Number of pages that were viewed in these visits.
    page_views: NotRequired[int]
    #: From 0 to 1: share of these visits with one page at most, below 10 s of attention and no
    #: conversion. Null without a visit.
    bounce_rate: NotRequired[Optional[float]]
    #: Number of seconds for which these visits held attention.
    engaged_seconds: NotRequired[float]
    #: The same for one visit, to a tenth. Null without a visit.
    average_engaged_seconds: NotRequired[Optional[float]]
    #: Number of leads that opened in the range.
    leads: NotRequired[int]
    #: Number of conversions that happened in the range.
    conversions: NotRequired[int]
    #: Worth of the conversions of the range that have one; a row for each currency.
    revenue: NotRequired[List[StatsBreakdownsItemRowsItemPreviousRevenueItem]]


class StatsBreakdownsItemRowsItem(TypedDict):
    """A row of the answer."""
    #: When the hour, day, week or month begins in the time zone. Null without an interval.
    time: Optional[str]
    #: What is counted in this row, in the order in which it was asked for.
    dimensions: List[StatsBreakdownsItemRowsItemDimensionsItem]
    #: The figures that were asked for, and no others.
    figures: StatsBreakdownsItemRowsItemFigures
    #: The figures that were asked for, and no others.
    previous: NotRequired[StatsBreakdownsItemRowsItemPrevious]


class StatsBreakdownsItem(TypedDict):
    """The largest groups by one dimension."""
    #: By what it is counted.
    dimension: Literal["channel", "channel_group", "source", "campaign", "country", "device", "browser", "agent", "landing_page", "exit_page", "city", "company", "page", "list"]
    #: How many groups there are, of which the first `top` are shown.
    groups: int
    #: By their figure, the largest first.
    rows: List[StatsBreakdownsItemRowsItem]


class Stats(TypedDict):
    """Figures of a range of time. Bots are never counted; test data only where it is asked for. A
    visit counts whole where it began: its page views and its attention belong to the hour of its
    beginning. Leads and conversions count when they happened, under the dimensions of the visit in
    which they did.
    """
    #: Where the range begins (inclusive).
    since: str
    #: Where it ends (exclusive).
    until: str
    #: The period before, where a comparison was asked for.
    previous_range: NotRequired[StatsPreviousRange]
    #: Whose hours and days these are.
    time_zone: str
    #: Everything that was answered before then is counted. Null when nothing waits to be counted:
    #: everything is.
    as_of: Optional[str]
    #: true: `visitors` of the rows or of the total are estimated from a sample of visitors, with
    #: `visitors_error`. All other figures are exact, always.
    approximate: bool
    #: The figures that were asked for, and no others.
    total: StatsTotal
    #: The figures that were asked for, and no others.
    previous_total: NotRequired[StatsPreviousTotal]
    #: How many groups there are, of which the first `top` are shown.
    groups: int
    #: By time, or by the figure of `sort`.
    rows: List[StatsRowsItem]
    #: In the order in which they were asked for.
    breakdowns: NotRequired[List[StatsBreakdownsItem]]


class User(TypedDict):
    """A member of the workspace."""
    #: Assigned by the service.
    id: str
    #: Email address.
    email: str
    #: Full name.
    name: str
    #: URL of the avatar image: `https:`, or `data:` where it is kept with the account; empty when
    #: there is none.
    avatar: str
    #: Empty when not set.
    username: str
    #: Preferred language code.
    language: str
    #: Account creation.
    created_at: str
    #: Role in the workspace.
    workspace_role: Literal["admin", "member", "viewer"]
    #: When the user joined the workspace.
    joined_at: str
    #: Whether the account has an authenticator app or a passkey. The list tells it to administrators
    #: who signed in; absent elsewhere.
    has_second_factor: NotRequired[bool]


class AuditEntry(TypedDict):
    """A change, and who made it."""
    #: Assigned by the service.
    id: str
    #: When it was changed.
    created_at: str
    #: A secret key, a member, or the command line.
    actor_type: Literal["key", "member", "command"]
    #: The key or member. Null for the command line.
    actor_id: Optional[str]
    #: Of the key or member, as it is today; empty for a member who has left.
    actor_name: str
    #: The operation, such as updateLead, the command, such as keys create, or the tool of the MCP
    #: server, such as mcp list.
    action: str
    #: What was changed or exported, as addresses name it: leads, lists, keys, settings; mcp for a call
    #: of the MCP server.
    resource_type: str
    #: Which one. Null for many at once.
    resource_id: Optional[str]
    #: Names of the fields that were set; of an export those of its parameters and of what its filter
    #: compares.
    fields: List[str]
    #: Of settings, keys and members: for fields that hold no secret, [before, after]. Of a call of the
    #: MCP server: `arguments`, their SHA-256, `rows`, how many records it told or wrote, and `fault`,
    #: the code of its error. Of an export: the same of its parameters, the number of records at its
    #: beginning, and its `format`. Empty for everything else.
    changes: Dict[str, Any]
    #: Where the request came from; shortened or empty as the workspace stores it.
    ip: str
    #: As it was sent, the first 256 characters.
    user_agent: str


class FailedEvent(TypedDict):
    """A message that was refused."""
    #: Assigned by the service.
    id: str
    #: When it was received.
    created_at: str
    #: Why it was refused, as the sender was told.
    reason: str
    #: The same as a word for programs.
    reason_code: Literal["unproved", "placeholder", "nobody", "type", "size", "shape", "names", "field", "other"]
    #: Which field of the message it is about; empty where none alone.
    field: str
    #: The write key with which it came. Null for what an older version stored.
    key_id: Optional[str]
    #: Of the key; empty when it is not known.
    key_name: str
    #: The message as it came, its first 4,096 bytes; nothing is shortened or masked.
    body: str


class FailedReasonsReasonsItem(TypedDict):
    #: Why they were refused.
    reason: str
    #: The same as a word for programs.
    reason_code: Literal["unproved", "placeholder", "nobody", "type", "size", "shape", "names", "field", "other"]
    #: Which field of the message it is about; empty where none alone.
    field: str
    #: How many of them.
    count: int
    #: When the latest was received.
    last_at: str


class FailedReasons(TypedDict):
    #: How many were counted: the newest, 100000 at most.
    total: int
    #: The most frequent first, 50 at most.
    reasons: List[FailedReasonsReasonsItem]


class CompletenessTotal(TypedDict):
    """Of the whole range."""
    #: Visits whose messages are numbered, by the day on which they began.
    visits: int
    #: Messages that the browsers made: received, refused and lost.
    made: int
    #: Messages that were stored, each once.
    received: int
    #: Messages that arrived and were refused, as far as they are kept.
    refused: int
    #: Messages whose number is missing between others of the same visit: they were made, and have not
    #: arrived.
    lost: int


class CompletenessDaysItem(TypedDict):
    #: Of the workspace's time zone.
    date: str
    #: Visits whose messages are numbered, by the day on which they began.
    visits: int
    #: Messages that the browsers made: received, refused and lost.
    made: int
    #: Messages that were stored, each once.
    received: int
    #: Messages that arrived and were refused, as far as they are kept.
    refused: int
    #: Messages whose number is missing between others of the same visit: they were made, and have not
    #: arrived.
    lost: int


class CompletenessBrowsersItem(TypedDict):
    #: Family, such as Firefox; empty: not known, or one of the rarest of a day.
    browser: str
    #: Visits whose messages are numbered, by the day on which they began.
    visits: int
    #: Messages that the browsers made: received, refused and lost.
    made: int
    #: Messages that were stored, each once.
    received: int
    #: Messages that arrived and were refused, as far as they are kept.
    refused: int
    #: Messages whose number is missing between others of the same visit: they were made, and have not
    #: arrived.
    lost: int


class CompletenessRowsItem(TypedDict):
    #: Of the workspace's time zone.
    date: str
    #: Family, such as Firefox; empty: not known, or one of the rarest of a day.
    browser: str
    #: Visits whose messages are numbered, by the day on which they began.
    visits: int
    #: Messages that the browsers made: received, refused and lost.
    made: int
    #: Messages that were stored, each once.
    received: int
    #: Messages that arrived and were refused, as far as they are kept.
    refused: int
    #: Messages whose number is missing between others of the same visit: they were made, and have not
    #: arrived.
    lost: int


class Completeness(TypedDict):
    """How many of the messages that browsers made have arrived. Bots are not counted. What a visit
    lost at its end shows when the visitor comes back; of browsers that never did, nothing is known.
    """
    #: Of the whole range.
    total: CompletenessTotal
    #: Of each day of which something is known, in order.
    days: List[CompletenessDaysItem]
    #: The most messages first; 100 at most.
    browsers: List[CompletenessBrowsersItem]
    #: Of each day and browser, by day, the most messages first; 50 for a day at most.
    rows: List[CompletenessRowsItem]


class Change(TypedDict):
    """What one transaction changed. It tells which records, not what is in them."""
    #: Where it stands in the sequence; opaque.
    position: str
    #: What kind of record it is about.
    kind: Literal["session", "identity", "lead", "conversion", "list", "visitor", "company"]
    #: changed: the records are new or not as before; read them. removed: they are gone, or became part
    #: of others.
    action: Literal["changed", "removed"]
    #: The records, 50 at most.
    ids: List[str]
    #: Of sessions: the visitor of each, in the same order; else empty.
    visitor_ids: List[str]
    #: When it was stored.
    created_at: str


class SearchHitMatched(TypedDict):
    #: What matched; of a lead, name, email and user_id are its person's.
    field: Literal["name", "email", "user_id", "domain", "code", "id"]
    #: Its value.
    value: str


class SearchHit(TypedDict):
    """A record that was found."""
    #: What kind of record it is.
    kind: Literal["identity", "company", "lead", "visitor"]
    #: The record, as the operations of its kind take it.
    id: str
    #: Name, else email or user_id; name, else domain; code; id of a visitor.
    title: str
    #: What else tells it from others: a person's email, a company's domain, a lead's person (to keys
    #: that may read people) or source, a visitor's source. May be empty.
    subtitle: str
    matched: SearchHitMatched
    #: 1: the whole field. 2: from the beginning of a word. 3: inside a word.
    rank: int


class ContextPage(TypedDict):
    """The page that was looked at."""
    #: Full address of the page.
    url: NotRequired[Optional[str]]
    #: Path of the page.
    path: NotRequired[Optional[str]]
    #: Title of the page.
    title: NotRequired[Optional[str]]
    #: Address of the page before.
    referrer: NotRequired[Optional[str]]


class ContextCampaign(TypedDict):
    """Campaign tags of the page address."""
    #: utm_source
    source: NotRequired[Optional[str]]
    #: utm_medium
    medium: NotRequired[Optional[str]]
    #: utm_campaign
    name: NotRequired[Optional[str]]
    #: utm_term
    term: NotRequired[Optional[str]]
    #: utm_content
    content: NotRequired[Optional[str]]


class ContextScreen(TypedDict):
    """Screen size in pixels."""
    #: Pixels.
    width: NotRequired[float]
    #: Pixels.
    height: NotRequired[float]


class ContextLibrary(TypedDict):
    """The sender."""
    #: Name.
    name: NotRequired[Optional[str]]
    #: Version.
    version: NotRequired[Optional[str]]


class Context(TypedDict):
    """Where and how it happened."""
    #: The page that was looked at.
    page: NotRequired[ContextPage]
    #: Campaign tags of the page address.
    campaign: NotRequired[ContextCampaign]
    #: Click ids by parameter name, such as gclid.
    click_ids: NotRequired[Dict[str, str]]
    #: Language, such as en-GB.
    locale: NotRequired[Optional[str]]
    #: IANA time zone.
    timezone: NotRequired[Optional[str]]
    #: Screen size in pixels.
    screen: NotRequired[ContextScreen]
    #: The browser says that a program drives it: navigator.webdriver. Not known.
    automation: NotRequired[Optional[bool]]
    #: What the visitor chose, by purpose: {"analytics": false}. A message of somebody who refuses
    #: analytics is not stored.
    consent: NotRequired[Any]
    #: The sender.
    library: NotRequired[ContextLibrary]
    #: Honoured in signed requests without an Origin header only.
    user_agent: NotRequired[Optional[str]]
    #: Honoured in signed requests without an Origin header only.
    ip: NotRequired[Optional[str]]


class CreateLeadBody(TypedDict):
    #: Absent: a new anonymous visitor is made.
    visitor_id: NotRequired[str]
    #: Absent or empty: a short readable code is made. Codes need not be unique.
    code: NotRequired[str]
    #: Absent: "api".
    source: NotRequired[str]
    #: Custom key-value properties.
    properties: NotRequired[Dict[str, Any]]
    #: Location data such as city, country.
    location: NotRequired[Dict[str, Any]]
    #: An identity; null or absent: none.
    identity_id: NotRequired[Optional[str]]
    #: A session; null or absent: none.
    session_id: NotRequired[Optional[str]]
    #: A company; null or absent: none.
    company_id: NotRequired[Optional[str]]


class UpdateLeadBody(TypedDict):
    #: Merged into the stored object (RFC 7396): null removes a key.
    properties: NotRequired[Dict[str, Any]]
    #: Merged into the stored object (RFC 7396): null removes a key.
    location: NotRequired[Dict[str, Any]]
    #: Merged into the stored object (RFC 7396): null removes a key. Null removes the summary.
    summary: NotRequired[Optional[Dict[str, Any]]]
    #: A company; null removes it.
    company_id: NotRequired[Optional[str]]


class UpdateIdentityBody(TypedDict):
    #: Whether the identity is marked favorite.
    is_favorite: NotRequired[bool]
    #: Merged into the traits (RFC 7396): null removes one. At most 512 traits and 32768 bytes of JSON
    #: are kept of all that was set here.
    traits: NotRequired[Dict[str, Any]]


class DetachIdentityLinkBody(TypedDict):
    #: A link of the person.
    link_id: str
    #: true: answer exactly what would come of it, and store nothing.
    dry_run: NotRequired[bool]


class SplitIdentityBody(TypedDict):
    #: Visitors who are somebody else.
    visitor_ids: NotRequired[List[str]]
    #: Addresses of somebody else, in any case.
    emails: NotRequired[List[str]]
    #: user_ids of somebody else.
    user_ids: NotRequired[List[str]]
    #: true: answer exactly what would come of it, and store nothing.
    dry_run: NotRequired[bool]


class JoinIdentitiesBody(TypedDict):
    #: The other person.
    identity_id: str
    #: true: answer exactly what would come of it, and store nothing.
    dry_run: NotRequired[bool]


class UndoCorrectionBody(TypedDict):
    #: true: answer exactly what would come of it, and store nothing.
    dry_run: NotRequired[bool]


class CreateVerdictBody(TypedDict):
    #: bot: the visitor is one. not_bot: the visitor is none. company: the visitor is of the company.
    #: not_company: the visitor is not, or without a visitor nobody is whom the same network or email
    #: domain says to be.
    kind: Literal["bot", "not_bot", "company", "not_company"]
    #: The visitor; of not_company it may be left out.
    visitor_id: NotRequired[str]
    #: The company; not of bots.
    company_id: NotRequired[str]
    #: Why, for whoever looks at it later.
    reason: NotRequired[str]


class CreateListBody(TypedDict):
    #: Name of the list.
    name: str
    #: Absent: empty.
    description: NotRequired[str]
    #: Hex colour, #RRGGBB; absent: #2563EB.
    color: NotRequired[str]
    #: Makes it a list that keeps itself: on it are those of whom this is true, such as `country =
    #: Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON tree.
    #: docs/guides/filters.md tells the language.
    filter: NotRequired[Union[str, Dict[str, Any]]]
    #: Of whom the list is. Needed with `filter`, and of no meaning without.
    of: NotRequired[Literal["visitors", "identities"]]


class UpdateListBody(TypedDict):
    #: Name of the list.
    name: NotRequired[str]
    #: Absent: empty.
    description: NotRequired[str]
    #: Hex colour, #RRGGBB; absent: #2563EB.
    color: NotRequired[str]
    #: Makes it a list that keeps itself: on it are those of whom this is true, such as `country =
    #: Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON tree.
    #: docs/guides/filters.md tells the language.
    filter: NotRequired[Union[str, Dict[str, Any]]]


class AddListMembersBody(TypedDict):
    #: Ids of visitors; 1000 at most, together with the others.
    visitor_ids: NotRequired[List[str]]
    #: Ids of identitys; 1000 at most, together with the others.
    identity_ids: NotRequired[List[str]]


class RemoveListMembersBody(TypedDict):
    #: Ids of visitors; 1000 at most, together with the others.
    visitor_ids: NotRequired[List[str]]
    #: Ids of identitys; 1000 at most, together with the others.
    identity_ids: NotRequired[List[str]]


class ListChangesAnswer(TypedDict):
    data: List[Change]
    #: Where to go on; also when nothing changed.
    next: str


class SearchRecordsAnswerHasMore(TypedDict):
    """By kind that was searched. Type on to see them."""
    #: There are more, or there may be.
    identity: NotRequired[bool]
    #: There are more, or there may be.
    company: NotRequired[bool]
    #: There are more, or there may be.
    lead: NotRequired[bool]
    #: There are more, or there may be.
    visitor: NotRequired[bool]


class SearchRecordsAnswer(TypedDict):
    data: List[SearchHit]
    #: By kind that was searched. Type on to see them.
    has_more: SearchRecordsAnswerHasMore
