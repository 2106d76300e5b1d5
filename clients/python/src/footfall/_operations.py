"""The operations of the service.

Made from docs/openapi.json by npm run generate; not written by hand.
"""
from __future__ import annotations

import sys
from datetime import datetime
from typing import Iterator, List, Literal, Optional, Union

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack

from ._answers import ServerSentEvent
from ._requests import path_of
from ._transport import (
    Download,
    Records,
    Resource,
    Transport,
)
from .types import (
    Personality,
    Company,
    Identity,
    Lead,
    Activity,
    IdentityLink,
    CorrectionOutcome,
    Correction,
    Verdict,
    Evidence,
    Suggestion,
    Visitor,
    Session,
    Consent,
    SessionWithPages,
    Event,
    Live,
    CompanyEvidence,
    Conversion,
    Campaign,
    CampaignPerformance,
    VisitorList,
    ListPreview,
    ListMember,
    ListAddition,
    ListRemoval,
    Stats,
    User,
    AuditEntry,
    FailedEvent,
    FailedReasons,
    Completeness,
    CreateLeadBody,
    UpdateLeadBody,
    UpdateIdentityBody,
    DetachIdentityLinkBody,
    SplitIdentityBody,
    JoinIdentitiesBody,
    UndoCorrectionBody,
    CreateVerdictBody,
    CreateListBody,
    UpdateListBody,
    AddListMembersBody,
    RemoveListMembersBody,
    ListChangesAnswer,
    SearchRecordsAnswer,
)


class Leads(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        source: Optional[str] = None,
        code: Optional[str] = None,
        suspect: Optional[bool] = None,
        identity_id: Optional[str] = None,
        company_id: Optional[str] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        cursor: Optional[str] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["identity", "company"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Lead]:
        """List leads.

        Newest first. Filters combine.

        Scope: `leads:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            source: Only leads with exactly this source.
            code: Only leads with exactly this code.
            suspect: true: the suspect leads instead of all others.
            identity_id: Only leads of this identity.
            company_id: Only leads of this company.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `source = campaign AND
            company.name:acme`; text or a JSON tree. docs/guides/filters.md tells the language. Fields:
            `id`, `visitor_id`, `identity_id`, `session_id`, `company_id`, `code`, `source`,
            `properties`, `location`, `summary`, `suspect`, `created_at`, `updated_at`. Fields of
            `visitor`, `identity`, `company`, `session`, `conversion` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            expand: What else is told of each record: identity or company, the record that `identity_id`
            or `company_id` names; it needs the scope to read that.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/leads", query={"limit": limit, "offset": offset, "test": test, "source": source, "code": code, "suspect": suspect, "identity_id": identity_id, "company_id": company_id, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "cursor": cursor, "updated_after": updated_after, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[CreateLeadBody]
    ) -> Lead:
        """Create a lead.

        Nothing is mandatory. References are soft: a lead may arrive before the visitor, session,
        identity or company that it names.

        Scope: `leads:write`.

        Args:
            visitor_id: Absent: a new anonymous visitor is made.
            code: Absent or empty: a short readable code is made. Codes need not be unique.
            source: Absent: "api".
            properties: Custom key-value properties.
            location: Location data such as city, country.
            identity_id: An identity; null or absent: none.
            session_id: A session; null or absent: none.
            company_id: A company; null or absent: none.
        """
        answer: Lead = self._transport.record("POST", "/leads", body=body, idempotency_key=idempotency_key)
        return answer

    def get(
        self,
        id: str,
        *,
        fields: Optional[str] = None,
    ) -> Lead:
        """Get one lead.

        Scope: `leads:read`.

        Args:
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: Lead = self._transport.record("GET", path_of("/leads/{}", id), query={"fields": fields})
        return answer

    def update(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        **body: Unpack[UpdateLeadBody]
    ) -> Lead:
        """Update a lead.

        JSON Merge Patch (RFC 7396) inside properties, location and summary. Fields of a lead that
        cannot be changed are ignored. What is changed here stays, whatever messages tell later.

        Scope: `leads:write`.

        Args:
            properties: Merged into the stored object (RFC 7396): null removes a key.
            location: Merged into the stored object (RFC 7396): null removes a key.
            summary: Merged into the stored object (RFC 7396): null removes a key. Null removes the
            summary.
            company_id: A company; null removes it.
        """
        answer: Lead = self._transport.record("PATCH", path_of("/leads/{}", id), body=body, if_match=if_match)
        return answer

    def get_evidence(
        self,
        id: str,
    ) -> Evidence:
        """Get where a lead came from, and why.

        Of the visit in which it opened; there are no claims of a lead that was made without a visit.

        Scope: `leads:read`.
        """
        answer: Evidence = self._transport.record("GET", path_of("/leads/{}/evidence", id))
        return answer


class Identities(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        email: Optional[str] = None,
        visitor_id: Optional[str] = None,
        is_favorite: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at", "-intent_score", "intent_score"]] = None,
        cursor: Optional[str] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["addresses", "rights", "personality", "company"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Identity]:
        """List identities.

        Newest first. Filters combine.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            email: Only the identity that has exactly this address among its addresses, in any case.
            visitor_id: Only identities that this visitor was linked to.
            is_favorite: Only favorites, or only others.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `traits.plan = team AND NOT
            conversion:*`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `email`, `name`, `traits`, `is_favorite`, `intent_score`, `stage`, `persona`,
            `city`, `country`, `first_seen`, `last_seen`, `created_at`, `updated_at`. Fields of
            `visitor`, `company`, `session`, `lead`, `conversion`, `list` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            expand: What else is told of each record: addresses, every email address with its right and
            time; rights, by what right the name and each trait are believed; personality, score and
            stage as of today, absent until the behaviour was looked at; company, that of the visitors
            whose person this is by now, of several the surest, which needs the scope to read companies.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/identities", query={"limit": limit, "offset": offset, "test": test, "email": email, "visitor_id": visitor_id, "is_favorite": is_favorite, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "cursor": cursor, "updated_after": updated_after, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
        *,
        expand: Optional[Literal["addresses", "rights", "personality", "company"]] = None,
        fields: Optional[str] = None,
    ) -> Identity:
        """Get one identity.

        Two identities that turn out to be one person become one under the id of the earlier; the other
        id answers with the survivor from then on.

        Scope: `visitors:read`.

        Args:
            expand: What else is told of each record: addresses, every email address with its right and
            time; rights, by what right the name and each trait are believed; personality, score and
            stage as of today, absent until the behaviour was looked at; company, that of the visitors
            whose person this is by now, of several the surest, which needs the scope to read companies.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: Identity = self._transport.record("GET", path_of("/identities/{}", id), query={"expand": expand, "fields": fields})
        return answer

    def update(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        **body: Unpack[UpdateIdentityBody]
    ) -> Identity:
        """Update an identity.

        The favourite mark and traits. Other fields of an identity are ignored. A trait that is set or
        removed here stays so whatever messages tell, until a signed one of later tells it.

        Scope: `leads:write`.

        Args:
            is_favorite: Whether the identity is marked favorite.
            traits: Merged into the traits (RFC 7396): null removes one. At most 512 traits and 32768
            bytes of JSON are kept of all that was set here.
        """
        answer: Identity = self._transport.record("PATCH", path_of("/identities/{}", id), body=body, if_match=if_match)
        return answer

    def list_activity(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Activity]:
        """List activity of an identity.

        Events, session starts, identify calls, conversions and leads of this person, newest first.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/identities/{}/activity", id), query={"limit": limit, "offset": offset, "created_after": created_after, "created_before": created_before, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def list_links(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[IdentityLink]:
        """List links of an identity.

        Why visitors are thought to be this person: each message that named them, newest first, those
        that were detached from them included.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/identities/{}/links", id), query={"limit": limit, "offset": offset, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def detach_link(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[DetachIdentityLinkBody]
    ) -> CorrectionOutcome:
        """Detach a link from an identity.

        The visitor is not who the link says: the same names from the same visitor do not count, however
        often they come. People with more than 5000 links or conversions, or with 200 corrections, are
        refused with 409, and so is the 100000th correction of a workspace.

        Scope: `leads:write`.

        Args:
            link_id: A link of the person.
            dry_run: true: answer exactly what would come of it, and store nothing.
        """
        answer: CorrectionOutcome = self._transport.record("POST", path_of("/identities/{}/detach", id), body=body, idempotency_key=idempotency_key)
        return answer

    def split(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[SplitIdentityBody]
    ) -> CorrectionOutcome:
        """Split an identity in two.

        What any of these visitors, or any of these names, said of the person is somebody else's, now
        and later. The person keeps the id; an address or user_id that both were named by stays with
        them. People with more than 5000 links or conversions, or with 200 corrections, are refused with
        409, and so is the 100000th correction of a workspace.

        Scope: `leads:write`.

        Args:
            visitor_ids: Visitors who are somebody else.
            emails: Addresses of somebody else, in any case.
            user_ids: user_ids of somebody else.
            dry_run: true: answer exactly what would come of it, and store nothing.
        """
        answer: CorrectionOutcome = self._transport.record("POST", path_of("/identities/{}/split", id), body=body, idempotency_key=idempotency_key)
        return answer

    def join(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[JoinIdentitiesBody]
    ) -> CorrectionOutcome:
        """Join two identities.

        They are one person, whatever messages say: all names of both mean the same from now on. Whoever
        was named first keeps the id; the other id goes on answering with the survivor. People with more
        than 5000 links or conversions, or with 200 corrections, are refused with 409, and so is the
        100000th correction of a workspace.

        Scope: `leads:write`.

        Args:
            identity_id: The other person.
            dry_run: true: answer exactly what would come of it, and store nothing.
        """
        answer: CorrectionOutcome = self._transport.record("POST", path_of("/identities/{}/join", id), body=body, idempotency_key=idempotency_key)
        return answer

    def get_personality(
        self,
        id: str,
    ) -> Personality:
        """Get the personality of an identity.

        An intent score with the reasons that led to it, as of the latest activity that was taken into
        account (computed_at) and of today. New activity is taken into account within a minute.
        docs/guides/personality.md describes the formula.

        Scope: `visitors:read`.
        """
        answer: Personality = self._transport.record("GET", path_of("/identities/{}/personality", id))
        return answer


class Corrections(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        identity_id: Optional[str] = None,
        undone: Optional[bool] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        cursor: Optional[str] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        fields: Optional[str] = None,
    ) -> Records[Correction]:
        """List corrections of who is who.

        Newest first, those that were undone included.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            identity_id: Only corrections of this identity, by this or an earlier id.
            undone: Only those that were undone, or that are in force.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/corrections", query={"limit": limit, "offset": offset, "test": test, "identity_id": identity_id, "undone": undone, "sort": sort, "cursor": cursor, "updated_after": updated_after, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
    ) -> Correction:
        """Get one correction.

        Scope: `visitors:read`.
        """
        answer: Correction = self._transport.record("GET", path_of("/corrections/{}", id))
        return answer

    def undo(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[UndoCorrectionBody]
    ) -> CorrectionOutcome:
        """Undo a correction.

        Everything is as if it had never been made; what came meanwhile counts as it would have then.
        Corrections may be undone in any order, each once; the same one can be made again. People with
        more than 5000 links or conversions are refused with 409.

        Scope: `leads:write`.

        Args:
            dry_run: true: answer exactly what would come of it, and store nothing.
        """
        answer: CorrectionOutcome = self._transport.record("POST", path_of("/corrections/{}/undo", id), body=body, idempotency_key=idempotency_key)
        return answer


class Verdicts(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        visitor_id: Optional[str] = None,
        company_id: Optional[str] = None,
        undone: Optional[bool] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        cursor: Optional[str] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        fields: Optional[str] = None,
    ) -> Records[Verdict]:
        """List verdicts.

        Newest first, those that were undone included.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            visitor_id: Only verdicts about this visitor.
            company_id: Only verdicts about this company.
            undone: Only those that were undone, or that are in force.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/verdicts", query={"limit": limit, "offset": offset, "test": test, "visitor_id": visitor_id, "company_id": company_id, "undone": undone, "sort": sort, "cursor": cursor, "updated_after": updated_after, "fields": fields}, page_size=100, has_cursor=True)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[CreateVerdictBody]
    ) -> Verdict:
        """Decide about a claim.

        Says that a visitor is a bot or none, or is or is not of a company. It outranks what the service
        finds, now and later, until it is undone; visits, figures, people and leads are brought in line
        in the background, and `pending` tells how far. What contradicts a verdict in force is refused
        with 409, and so are more than 200 about one visitor, undone ones included, more than 1000 in
        force about whole companies, and the 100000th of a workspace.

        Scope: `leads:write`.

        Args:
            kind: bot: the visitor is one. not_bot: the visitor is none. company: the visitor is of the
            company. not_company: the visitor is not, or without a visitor nobody is whom the same
            network or email domain says to be.
            visitor_id: The visitor; of not_company it may be left out.
            company_id: The company; not of bots.
            reason: Why, for whoever looks at it later.
        """
        answer: Verdict = self._transport.record("POST", "/verdicts", body=body, idempotency_key=idempotency_key)
        return answer

    def get(
        self,
        id: str,
    ) -> Verdict:
        """Get one verdict.

        Scope: `visitors:read`.
        """
        answer: Verdict = self._transport.record("GET", path_of("/verdicts/{}", id))
        return answer

    def undo(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Verdict:
        """Undo a verdict.

        What the service finds counts again, as if it had never been decided, with all that came
        meanwhile. A verdict is undone once; the same one can be given again.

        Scope: `leads:write`.
        """
        answer: Verdict = self._transport.record("POST", path_of("/verdicts/{}/undo", id), body={}, idempotency_key=idempotency_key)
        return answer


class Visitors(Resource):
    def get_evidence(
        self,
        id: str,
    ) -> Evidence:
        """Get why a visitor is what it is said to be.

        Whether it is a bot, where its first visit came from, and its companies, those included that a
        verdict refuses; at most 50. Companies are told to keys that may read them.

        Scope: `visitors:read`.
        """
        answer: Evidence = self._transport.record("GET", path_of("/visitors/{}/evidence", id))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        source: Optional[str] = None,
        channel: Optional[Literal["direct", "search", "social", "email", "ai_assistant", "paid", "campaign", "referral"]] = None,
        country: Optional[str] = None,
        company_id: Optional[str] = None,
        identity_id: Optional[str] = None,
        bots: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-last_visit", "last_visit"]] = None,
        cursor: Optional[str] = None,
        expand: Optional[Literal["identity", "company"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Visitor]:
        """List visitors.

        Newest first. Filters combine. `sort=-last_visit` puts those first whose latest visit began
        last.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            source: Only visitors whose first visit came from exactly this source.
            channel: Only visitors whose first visit came by this channel.
            country: Only visitors who had a visit from exactly this country.
            company_id: Only visitors with evidence for this company.
            identity_id: Only visitors that were linked to this identity.
            bots: true: the bots, which are left out otherwise, instead of people.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `country = Germany AND did("page_view",
            path = "/pricing*", at least 2, within 30d)`; text or a JSON tree. docs/guides/filters.md
            tells the language. Fields: `id`, `identity_id`, `company_id`, `company_confidence`,
            `source`, `channel`, `channel_group`, `origin`, `referrer`, `entry_url`, `campaign`, `city`,
            `country`, `session_count`, `event_count`, `page_view_count`, `state`, `agent`,
            `first_seen`, `last_seen`, `created_at`. Fields of `identity`, `company`, `session`, `lead`,
            `conversion`, `list` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            expand: What else is told of each record: identity or company, the record that `identity_id`
            or `company_id` names; it needs the scope to read that.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/visitors", query={"limit": limit, "offset": offset, "test": test, "source": source, "channel": channel, "country": country, "company_id": company_id, "identity_id": identity_id, "bots": bots, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "cursor": cursor, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
        *,
        fields: Optional[str] = None,
    ) -> Visitor:
        """Get one visitor.

        Scope: `visitors:read`.

        Args:
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: Visitor = self._transport.record("GET", path_of("/visitors/{}", id), query={"fields": fields})
        return answer

    def list_sessions(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        expand: Optional[Literal["pages"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Session]:
        """List sessions of a visitor.

        Newest first.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            filter: Only records of which this is true, such as `channel = search AND page_view_count >
            3`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `campaign_id`, `source`, `channel`, `channel_group`, `origin`, `campaign`,
            `click_ids`, `referrer`, `entry_url`, `exit_url`, `city`, `country`, `network_owner`,
            `connection`, `browser`, `os`, `device`, `locale`, `timezone`, `screen`, `state`, `agent`,
            `event_count`, `page_view_count`, `engaged_seconds`, `duration_seconds`, `is_bounce`,
            `started_at`, `last_activity_at`, `ended_at`, `created_at`. Fields of `visitor`, `identity`,
            `company`, `lead`, `conversion` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            expand: What else is told of each record: pages, those that were viewed and for how long, as
            GET /sessions/{id} tells them; the first 100 of each.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/visitors/{}/sessions", id), query={"limit": limit, "offset": offset, "test": test, "filter": filter, "sort": sort, "cursor": cursor, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def list_activity(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Activity]:
        """List activity of a visitor.

        Events, session starts, identify calls, conversions and leads of this visitor, newest first.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/visitors/{}/activity", id), query={"limit": limit, "offset": offset, "test": test, "created_after": created_after, "created_before": created_before, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def list_consents(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        sort: Optional[Literal["-last_given_at", "last_given_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Consent]:
        """List consents of a visitor.

        The state that holds first. It is there as well for a visitor of whom nothing else is stored.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/visitors/{}/consents", id), query={"limit": limit, "offset": offset, "test": test, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)


class Sessions(Resource):
    def get_evidence(
        self,
        id: str,
    ) -> Evidence:
        """Get why a session counts and where it came from.

        Whether it is a bot’s, and which tag, click id or page before made its source. Of an id that two
        visitors sent, the one whose session began last.

        Scope: `visitors:read`.
        """
        answer: Evidence = self._transport.record("GET", path_of("/sessions/{}/evidence", id))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        visitor_id: Optional[str] = None,
        identity_id: Optional[str] = None,
        company_id: Optional[str] = None,
        source: Optional[str] = None,
        country: Optional[str] = None,
        entry_page: Optional[str] = None,
        started_after: Optional[Union[datetime, str]] = None,
        started_before: Optional[Union[datetime, str]] = None,
        bots: Optional[bool] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        expand: Optional[Literal["pages"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Session]:
        """List sessions.

        Newest first. Filters combine. Without visitor_id, identity_id or company_id: those that began
        in the 7 days before `started_before`, or since `started_after`, 31 days at most.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            visitor_id: Only sessions of this visitor.
            identity_id: Only sessions that were the visits of this person.
            company_id: Only sessions of visitors with evidence for this company.
            source: Only sessions from exactly this source.
            country: Only sessions from exactly this country, such as Germany.
            entry_page: Only sessions whose first page has an address that begins so.
            started_after: Only sessions that began after this instant (exclusive). A date is its
            midnight in UTC.
            started_before: Only sessions that began before this instant (exclusive). A date is its
            midnight in UTC.
            bots: true: the bots, which are left out otherwise, instead of people.
            filter: Only records of which this is true, such as `channel = search AND page_view_count >
            3`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `campaign_id`, `source`, `channel`, `channel_group`, `origin`, `campaign`,
            `click_ids`, `referrer`, `entry_url`, `exit_url`, `city`, `country`, `network_owner`,
            `connection`, `browser`, `os`, `device`, `locale`, `timezone`, `screen`, `state`, `agent`,
            `event_count`, `page_view_count`, `engaged_seconds`, `duration_seconds`, `is_bounce`,
            `started_at`, `last_activity_at`, `ended_at`, `created_at`. Fields of `visitor`, `identity`,
            `company`, `lead`, `conversion` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            expand: What else is told of each record: pages, those that were viewed and for how long, as
            GET /sessions/{id} tells them; the first 100 of each.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/sessions", query={"limit": limit, "offset": offset, "test": test, "visitor_id": visitor_id, "identity_id": identity_id, "company_id": company_id, "source": source, "country": country, "entry_page": entry_page, "started_after": started_after, "started_before": started_before, "bots": bots, "filter": filter, "sort": sort, "cursor": cursor, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
        *,
        visitor_id: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> SessionWithPages:
        """Get one session with its pages.

        A session id that two visitors send is two sessions: `visitor_id` says whose. Without it, the
        one that began last is meant.

        Scope: `visitors:read`.

        Args:
            visitor_id: Whose session it is.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: SessionWithPages = self._transport.record("GET", path_of("/sessions/{}", id), query={"visitor_id": visitor_id, "fields": fields})
        return answer


class Conversions(Resource):
    def get_evidence(
        self,
        id: str,
    ) -> Evidence:
        """Get what a conversion is credited to, and why.

        For each model the visits that have the credit, each with its share and what made its source.

        Scope: `conversions:read`.
        """
        answer: Evidence = self._transport.record("GET", path_of("/conversions/{}/evidence", id))
        return answer

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        visitor_id: Optional[str] = None,
        identity_id: Optional[str] = None,
        bots: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        cursor: Optional[str] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["identity"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Conversion]:
        """List conversions.

        Newest first. Filters combine.

        Scope: `conversions:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            name: Only conversions with exactly this name.
            visitor_id: Only conversions of this visitor.
            identity_id: Only conversions of this identity.
            bots: true: the bots, which are left out otherwise, instead of people.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `value >= 100 AND visitor.country =
            Germany`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `session_id`, `identity_id`, `lead_id`, `name`, `value`, `currency`,
            `external_id`, `code`, `right`, `properties`, `created_at`, `updated_at`. Fields of
            `visitor`, `identity`, `company`, `lead`, `session` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            expand: What else is told of each record: identity, the record that `identity_id` names; it
            needs the scope to read that.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/conversions", query={"limit": limit, "offset": offset, "test": test, "name": name, "visitor_id": visitor_id, "identity_id": identity_id, "bots": bots, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "cursor": cursor, "updated_after": updated_after, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
        *,
        fields: Optional[str] = None,
    ) -> Conversion:
        """Get one conversion.

        Scope: `conversions:read`.

        Args:
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: Conversion = self._transport.record("GET", path_of("/conversions/{}", id), query={"fields": fields})
        return answer


class Suggestions(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        identity_id: Optional[str] = None,
        visitor_id: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Suggestion]:
        """List what was said without the right to.

        Newest first. What a write key alone cannot change about a person or a conversion is kept here,
        with the reason; the newest 50 of each visitor, namings as a whole and conversions counted
        apart.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            identity_id: Only suggestions about this identity.
            visitor_id: Only suggestions of this visitor.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/suggestions", query={"limit": limit, "offset": offset, "test": test, "identity_id": identity_id, "visitor_id": visitor_id, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)


class Events(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        visitor_id: Optional[str] = None,
        session_id: Optional[str] = None,
        name: Optional[str] = None,
        page: Optional[str] = None,
        bots: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Event]:
        """List events.

        Newest first. Filters combine. Events never change: created_after tells what is new. Without
        visitor_id or session_id: those of the 7 days before `created_before`, or since `created_after`,
        7 days at most.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            visitor_id: Only events of this visitor.
            session_id: Only events of this session.
            name: Only events with exactly this name, such as page_view.
            page: Only events on a page whose address begins so.
            bots: true: the bots, which are left out otherwise, instead of people.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `name = page_view AND path =
            "/pricing*"`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `session_id`, `type`, `name`, `url`, `path`, `title`, `referrer`,
            `properties`, `created_at`. Fields of `visitor`, `identity`, `company`, `session`, `lead`
            follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/events", query={"limit": limit, "offset": offset, "test": test, "visitor_id": visitor_id, "session_id": session_id, "name": name, "page": page, "bots": bots, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)


class Companies(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        domain: Optional[str] = None,
        filter: Optional[str] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-name", "name", "-last_seen", "last_seen", "-visits", "visits", "-page_views", "page_views", "-intent", "intent"]] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        active_since: Optional[Union[datetime, str]] = None,
        active_until: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["activity"]] = None,
        fields: Optional[str] = None,
    ) -> Records[Company]:
        """List companies.

        Newest first. Filters combine. With active_since or active_until only the companies that were
        here then; these, `expand=activity` and an order by what visitors did need the scope
        `visitors:read` as well, and are refused where they take more than 3 seconds.

        Scope: `companies:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            name: Only companies whose name contains this, in any case.
            domain: Only the company with exactly this domain.
            filter: Only records of which this is true, such as `did("page_view", path = "/pricing*",
            within 7d)`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `name`, `domain`, `description`, `employees`, `main_industry`, `created_at`, `updated_at`.
            Fields of `visitor`, `identity`, `session`, `lead`, `conversion` follow a dot.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            active_since: Only companies with a visit that began at this instant or later (inclusive).
            Absent: the last 7 days. A date is its midnight in UTC.
            active_until: The end of that time (exclusive). Absent: now. A date is its midnight in UTC.
            expand: What else is told of each record: activity, what its visitors did in the time from
            active_since to active_until. Needs the scope visitors:read.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/companies", query={"limit": limit, "offset": offset, "test": test, "name": name, "domain": domain, "filter": filter, "cursor": cursor, "sort": sort, "updated_after": updated_after, "active_since": active_since, "active_until": active_until, "expand": expand, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
        *,
        active_since: Optional[Union[datetime, str]] = None,
        active_until: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["activity"]] = None,
        fields: Optional[str] = None,
    ) -> Company:
        """Get one company.

        Scope: `companies:read`.

        Args:
            active_since: With `expand=activity`: what was done from this instant on (inclusive).
            Absent: the last 7 days. A date is its midnight in UTC.
            active_until: The end of that time (exclusive). Absent: now. A date is its midnight in UTC.
            expand: What else is told of each record: activity, what its visitors did in the time from
            active_since to active_until. Needs the scope visitors:read.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: Company = self._transport.record("GET", path_of("/companies/{}", id), query={"active_since": active_since, "active_until": active_until, "expand": expand, "fields": fields})
        return answer

    def list_activity(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Activity]:
        """List activity of a company.

        What visitors with evidence for the company did, newest first: events, session starts, identify
        calls, conversions and leads.

        Scope: `visitors:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/companies/{}/activity", id), query={"limit": limit, "offset": offset, "test": test, "created_after": created_after, "created_before": created_before, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def list_evidence(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        sort: Optional[Literal["-first_seen_at", "first_seen_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[CompanyEvidence]:
        """List why visitors belong to a company.

        One record for each visitor and fact. Newest first.

        Scope: `companies:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/companies/{}/evidence", id), query={"limit": limit, "offset": offset, "test": test, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)


class Campaigns(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        source: Optional[str] = None,
        medium: Optional[str] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[Campaign]:
        """List campaigns.

        Newest first. Filters combine.

        Scope: `campaigns:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            name: Only campaigns with exactly this name.
            source: Only campaigns with exactly this source.
            medium: Only campaigns with exactly this medium.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `medium = cpc AND name:spring`; text or
            a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `source`,
            `medium`, `created_at`.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/campaigns", query={"limit": limit, "offset": offset, "test": test, "name": name, "source": source, "medium": medium, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def list_performance(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        source: Optional[str] = None,
        medium: Optional[str] = None,
        from_: Optional[Union[datetime, str]] = None,
        to: Optional[Union[datetime, str]] = None,
        model: Optional[Literal["last_non_direct", "last_touch", "first_touch", "linear", "position", "time_decay"]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[CampaignPerformance]:
        """List the performance of campaigns.

        The same figures for each campaign, the newest campaign first. Filters combine.

        Scope: `campaigns:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            name: Only campaigns with exactly this name.
            source: Only campaigns with exactly this source.
            medium: Only campaigns with exactly this medium.
            from_: Only visits, leads, conversions and days of spend from this instant on. A date is its
            midnight in UTC.
            to: Only visits, leads, conversions and days of spend before this instant. A date is its
            midnight in UTC.
            model: What a conversion or lead is credited to: `last_non_direct` the last visit that tags,
            a click id or another site brought; where there is none, the last visit; `last_touch` the
            last visit before it happened, the one in which it happened included; `first_touch` the
            first visit of the person; `linear` all visits in equal parts; `position` 40 % the first
            visit, 40 % the last, the rest those between in equal parts; two visits a half each;
            `time_decay` all visits, one that is seven days older by half as much. Of more than 20
            visits the first and the last 19 share.
            filter: Only records of which this is true, such as `medium = cpc AND name:spring`; text or
            a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `source`,
            `medium`, `created_at`.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/campaigns/performance", query={"limit": limit, "offset": offset, "test": test, "name": name, "source": source, "medium": medium, "from": from_, "to": to, "model": model, "filter": filter, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
        *,
        fields: Optional[str] = None,
    ) -> Campaign:
        """Get one campaign.

        Scope: `campaigns:read`.

        Args:
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        answer: Campaign = self._transport.record("GET", path_of("/campaigns/{}", id), query={"fields": fields})
        return answer

    def get_performance(
        self,
        id: str,
        *,
        from_: Optional[Union[datetime, str]] = None,
        to: Optional[Union[datetime, str]] = None,
        model: Optional[Literal["last_non_direct", "last_touch", "first_touch", "linear", "position", "time_decay"]] = None,
    ) -> CampaignPerformance:
        """Get the performance of a campaign.

        Counts the visits of the campaign, and the leads and conversions that the model credits to it.
        What a lead or conversion is credited to is worked out within a minute of it, and later visits
        never change it.

        Scope: `campaigns:read`.

        Args:
            from_: Only visits, leads, conversions and days of spend from this instant on. A date is its
            midnight in UTC.
            to: Only visits, leads, conversions and days of spend before this instant. A date is its
            midnight in UTC.
            model: What a conversion or lead is credited to: `last_non_direct` the last visit that tags,
            a click id or another site brought; where there is none, the last visit; `last_touch` the
            last visit before it happened, the one in which it happened included; `first_touch` the
            first visit of the person; `linear` all visits in equal parts; `position` 40 % the first
            visit, 40 % the last, the rest those between in equal parts; two visits a half each;
            `time_decay` all visits, one that is seven days older by half as much. Of more than 20
            visits the first and the last 19 share.
        """
        answer: CampaignPerformance = self._transport.record("GET", path_of("/campaigns/{}/performance", id), query={"from": from_, "to": to, "model": model})
        return answer


class Lists(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        cursor: Optional[str] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        fields: Optional[str] = None,
    ) -> Records[VisitorList]:
        """List visitor lists.

        Newest first.

        Scope: `visitors:read` or `lists:write`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            filter: Only records of which this is true, such as `name:customers`; text or a JSON tree.
            docs/guides/filters.md tells the language. Fields: `id`, `name`, `description`, `color`,
            `of`, `created_at`, `updated_at`.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/lists", query={"limit": limit, "offset": offset, "filter": filter, "sort": sort, "cursor": cursor, "updated_after": updated_after, "fields": fields}, page_size=100, has_cursor=True)

    def create(
        self,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[CreateListBody]
    ) -> VisitorList:
        """Create a visitor list.

        Without `filter` its members are put on it by hand. With it the list keeps itself: members
        follow what happens within a minute, as `upkeep` tells. That takes visitors:read, and the scope
        and feature of whatever else the filter speaks of. A workspace may have 50 such lists.

        Scope: `lists:write`.

        Args:
            name: Name of the list.
            description: Absent: empty.
            color: Hex colour, #RRGGBB; absent: #2563EB.
            filter: Makes it a list that keeps itself: on it are those of whom this is true, such as
            `country = Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON
            tree. docs/guides/filters.md tells the language.
            of: Of whom the list is. Needed with `filter`, and of no meaning without.
        """
        answer: VisitorList = self._transport.record("POST", "/lists", body=body, idempotency_key=idempotency_key)
        return answer

    def get(
        self,
        id: str,
    ) -> VisitorList:
        """Get one visitor list.

        Scope: `visitors:read` or `lists:write`.
        """
        answer: VisitorList = self._transport.record("GET", path_of("/lists/{}", id))
        return answer

    def update(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
        **body: Unpack[UpdateListBody]
    ) -> VisitorList:
        """Update a visitor list.

        What is given is changed. With another filter the members are found anew, and stay what they
        were until then. A list that is kept by hand cannot be given a filter, nor the other way round.

        Scope: `lists:write`.

        Args:
            name: Name of the list.
            description: Absent: empty.
            color: Hex colour, #RRGGBB; absent: #2563EB.
            filter: Makes it a list that keeps itself: on it are those of whom this is true, such as
            `country = Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON
            tree. docs/guides/filters.md tells the language.
        """
        answer: VisitorList = self._transport.record("PATCH", path_of("/lists/{}", id), body=body, if_match=if_match)
        return answer

    def delete(
        self,
        id: str,
        *,
        if_match: Optional[str] = None,
    ) -> None:
        """Delete a visitor list.

        With its members; the visitors and identities themselves stay.

        Scope: `lists:write`.
        """
        return self._transport.nothing("DELETE", path_of("/lists/{}", id), if_match=if_match)

    def list_members(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[ListMember]:
        """List members of a visitor list.

        Latest to be added first.

        Scope: `visitors:read` or `lists:write`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records(path_of("/lists/{}/members", id), query={"limit": limit, "offset": offset, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def add_members(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[AddListMembersBody]
    ) -> ListAddition:
        """Add members to a visitor list.

        All or none: when an id is of no visitor or identity of the workspace, the answer is a 400 that
        names every such id. To a list that keeps itself nobody is added by hand: that is a 409.

        Scope: `lists:write`.

        Args:
            visitor_ids: Ids of visitors; 1000 at most, together with the others.
            identity_ids: Ids of identitys; 1000 at most, together with the others.
        """
        answer: ListAddition = self._transport.record("POST", path_of("/lists/{}/members", id), body=body, idempotency_key=idempotency_key)
        return answer

    def remove_members(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        **body: Unpack[RemoveListMembersBody]
    ) -> ListRemoval:
        """Remove members from a visitor list.

        Those of the body. Ids that are not on the list, or of nobody, change nothing. From a list that
        keeps itself nobody is removed by hand: that is a 409.

        Scope: `lists:write`.

        Args:
            visitor_ids: Ids of visitors; 1000 at most, together with the others.
            identity_ids: Ids of identitys; 1000 at most, together with the others.
        """
        answer: ListRemoval = self._transport.record("POST", path_of("/lists/{}/members/remove", id), body=body, idempotency_key=idempotency_key)
        return answer


class Users(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        role: Optional[str] = None,
        sort: Optional[Literal["-joined_at", "joined_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[User]:
        """List workspace members.

        Latest to join first. Any secret key may read them.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            role: Only members with exactly this role.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/users", query={"limit": limit, "offset": offset, "role": role, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def get(
        self,
        id: str,
    ) -> User:
        """Get one member.

        Any secret key may read them.
        """
        answer: User = self._transport.record("GET", path_of("/users/{}", id))
        return answer


class AuditLog(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        actor_type: Optional[Literal["key", "member", "command"]] = None,
        actor_id: Optional[str] = None,
        action: Optional[str] = None,
        resource_type: Optional[str] = None,
        resource_id: Optional[str] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[AuditEntry]:
        """List changes.

        Newest first; entries are kept for 400 days, and never change: created_after tells what is new.
        Filters combine.

        Scope: `audit:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            actor_type: Only changes by such.
            actor_id: Only changes by this key or member.
            action: Only this operation or command, exactly.
            resource_type: Only changes of such, exactly.
            resource_id: Only changes of this record.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/audit-log", query={"limit": limit, "offset": offset, "actor_type": actor_type, "actor_id": actor_id, "action": action, "resource_type": resource_type, "resource_id": resource_id, "created_after": created_after, "created_before": created_before, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)


class FailedEvents(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
        reason: Optional[str] = None,
        key_id: Optional[str] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        cursor: Optional[str] = None,
        fields: Optional[str] = None,
    ) -> Records[FailedEvent]:
        """List messages that were refused.

        Newest first. Filters combine. They never change: created_after tells what is new. Not every one
        is kept: what comes too fast, or is out of proportion, is refused all the same.

        Scope: `audit:read`.

        All of them, page by page, as you go through them.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
            reason: Only those whose reason has this text in it, in any case.
            key_id: Only those that came with this key.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            cursor: Pages that stand still while records come in, in place of offset: empty for the
            first page, then `next_cursor` of the page before, with the same filters and sort.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
        """
        return self._transport.records("/failed-events", query={"limit": limit, "offset": offset, "test": test, "reason": reason, "key_id": key_id, "created_after": created_after, "created_before": created_before, "sort": sort, "cursor": cursor, "fields": fields}, page_size=100, has_cursor=True)

    def count(
        self,
        *,
        test: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
    ) -> FailedReasons:
        """Count messages that were refused, by reason.

        Of the newest 100,000.

        Scope: `audit:read`.

        Args:
            test: true: of development keys instead.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
        """
        answer: FailedReasons = self._transport.record("GET", "/failed-events/reasons", query={"test": test, "created_after": created_after, "created_before": created_before})
        return answer


class Changes(Resource):
    def list(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        test: Optional[bool] = None,
    ) -> ListChangesAnswer:
        """List changes after a position.

        Which records of the workspace changed, in one order for everybody: each committed change once.
        A kind is told to keys that may read its records: sessions and identities with visitors:read,
        leads with leads:read, conversions with conversions:read, lists with visitors:read or
        lists:write. Visitors and companies are told of where somebody decided about them
        (docs/guides/why.md): visitors with visitors:read, companies with companies:read. Changes are
        kept for 24 hours, at most 500,000. Oldest first. Without `after` there are none yet: `next` is
        where to begin. A position whose successors are no longer kept answers 410.

        Scope: `visitors:read` or `leads:read` or `conversions:read` or `lists:write` or
        `companies:read`.

        Args:
            after: The `next` of the answer before.
            limit: Page size.
            test: true: the test data of development keys instead of the live data.
        """
        answer: ListChangesAnswer = self._transport.whole("GET", "/changes", query={"after": after, "limit": limit, "test": test})
        return answer

    def stream(
        self,
        *,
        after: Optional[str] = None,
        seconds: Optional[int] = None,
        test: Optional[bool] = None,
    ) -> Iterator[ServerSentEvent]:
        """Follow changes as server-sent events.

        Which records of the workspace changed, in one order for everybody: each committed change once.
        A kind is told to keys that may read its records: sessions and identities with visitors:read,
        leads with leads:read, conversions with conversions:read, lists with visitors:read or
        lists:write. Visitors and companies are told of where somebody decided about them
        (docs/guides/why.md): visitors with visitors:read, companies with companies:read. Changes are
        kept for 24 hours, at most 500,000. Each is an event `change`, whose id is its position: a
        client that connects again with `Last-Event-ID`, or `after`, misses none and gets none twice.
        `reset`: what followed that position is no longer kept, so read anew what you need; the stream
        goes on from now. `end`: the reason why the service ends the stream (slow, unauthorized,
        stopping, time). A comment every 15 seconds says that it lives.

        Scope: `visitors:read` or `leads:read` or `conversions:read` or `lists:write` or
        `companies:read`.

        Args:
            after: A position, where `Last-Event-ID` cannot be sent. Absent: from now on.
            seconds: End after so many seconds.
            test: true: the test data of development keys instead of the live data.
        """
        return self._transport.stream("/changes/stream", query={"after": after, "seconds": seconds, "test": test})


class Exports(Resource):
    def leads(
        self,
        *,
        test: Optional[bool] = None,
        source: Optional[str] = None,
        code: Optional[str] = None,
        suspect: Optional[bool] = None,
        identity_id: Optional[str] = None,
        company_id: Optional[str] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["identity", "company"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export leads.

        What listLeads lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `leads:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            source: Only leads with exactly this source.
            code: Only leads with exactly this code.
            suspect: true: the suspect leads instead of all others.
            identity_id: Only leads of this identity.
            company_id: Only leads of this company.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `source = campaign AND
            company.name:acme`; text or a JSON tree. docs/guides/filters.md tells the language. Fields:
            `id`, `visitor_id`, `identity_id`, `session_id`, `company_id`, `code`, `source`,
            `properties`, `location`, `summary`, `suspect`, `created_at`, `updated_at`. Fields of
            `visitor`, `identity`, `company`, `session`, `conversion` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            expand: What else is told of each record: identity or company, the record that `identity_id`
            or `company_id` names; it needs the scope to read that.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/leads", query={"test": test, "source": source, "code": code, "suspect": suspect, "identity_id": identity_id, "company_id": company_id, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "updated_after": updated_after, "expand": expand, "fields": fields, "format": format})

    def people(
        self,
        *,
        test: Optional[bool] = None,
        email: Optional[str] = None,
        visitor_id: Optional[str] = None,
        is_favorite: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at", "-intent_score", "intent_score"]] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["addresses", "rights", "personality", "company"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export people (identities).

        What listIdentities lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `visitors:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            email: Only the identity that has exactly this address among its addresses, in any case.
            visitor_id: Only identities that this visitor was linked to.
            is_favorite: Only favorites, or only others.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `traits.plan = team AND NOT
            conversion:*`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `email`, `name`, `traits`, `is_favorite`, `intent_score`, `stage`, `persona`,
            `city`, `country`, `first_seen`, `last_seen`, `created_at`, `updated_at`. Fields of
            `visitor`, `company`, `session`, `lead`, `conversion`, `list` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            expand: What else is told of each record: addresses, every email address with its right and
            time; rights, by what right the name and each trait are believed; personality, score and
            stage as of today, absent until the behaviour was looked at; company, that of the visitors
            whose person this is by now, of several the surest, which needs the scope to read companies.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/people", query={"test": test, "email": email, "visitor_id": visitor_id, "is_favorite": is_favorite, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "updated_after": updated_after, "expand": expand, "fields": fields, "format": format})

    def companies(
        self,
        *,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        domain: Optional[str] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-name", "name", "-last_seen", "last_seen", "-visits", "visits", "-page_views", "page_views", "-intent", "intent"]] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        active_since: Optional[Union[datetime, str]] = None,
        active_until: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["activity"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export companies.

        What listCompanies lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `companies:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            name: Only companies whose name contains this, in any case.
            domain: Only the company with exactly this domain.
            filter: Only records of which this is true, such as `did("page_view", path = "/pricing*",
            within 7d)`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `name`, `domain`, `description`, `employees`, `main_industry`, `created_at`, `updated_at`.
            Fields of `visitor`, `identity`, `session`, `lead`, `conversion` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            active_since: Only companies with a visit that began at this instant or later (inclusive).
            Absent: the last 7 days. A date is its midnight in UTC.
            active_until: The end of that time (exclusive). Absent: now. A date is its midnight in UTC.
            expand: What else is told of each record: activity, what its visitors did in the time from
            active_since to active_until. Needs the scope visitors:read.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/companies", query={"test": test, "name": name, "domain": domain, "filter": filter, "sort": sort, "updated_after": updated_after, "active_since": active_since, "active_until": active_until, "expand": expand, "fields": fields, "format": format})

    def visitors(
        self,
        *,
        test: Optional[bool] = None,
        source: Optional[str] = None,
        channel: Optional[Literal["direct", "search", "social", "email", "ai_assistant", "paid", "campaign", "referral"]] = None,
        country: Optional[str] = None,
        company_id: Optional[str] = None,
        identity_id: Optional[str] = None,
        bots: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-last_visit", "last_visit"]] = None,
        expand: Optional[Literal["identity", "company"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export visitors.

        What listVisitors lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `visitors:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            source: Only visitors whose first visit came from exactly this source.
            channel: Only visitors whose first visit came by this channel.
            country: Only visitors who had a visit from exactly this country.
            company_id: Only visitors with evidence for this company.
            identity_id: Only visitors that were linked to this identity.
            bots: true: the bots, which are left out otherwise, instead of people.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `country = Germany AND did("page_view",
            path = "/pricing*", at least 2, within 30d)`; text or a JSON tree. docs/guides/filters.md
            tells the language. Fields: `id`, `identity_id`, `company_id`, `company_confidence`,
            `source`, `channel`, `channel_group`, `origin`, `referrer`, `entry_url`, `campaign`, `city`,
            `country`, `session_count`, `event_count`, `page_view_count`, `state`, `agent`,
            `first_seen`, `last_seen`, `created_at`. Fields of `identity`, `company`, `session`, `lead`,
            `conversion`, `list` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            expand: What else is told of each record: identity or company, the record that `identity_id`
            or `company_id` names; it needs the scope to read that.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/visitors", query={"test": test, "source": source, "channel": channel, "country": country, "company_id": company_id, "identity_id": identity_id, "bots": bots, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "expand": expand, "fields": fields, "format": format})

    def sessions(
        self,
        *,
        test: Optional[bool] = None,
        visitor_id: Optional[str] = None,
        identity_id: Optional[str] = None,
        company_id: Optional[str] = None,
        source: Optional[str] = None,
        country: Optional[str] = None,
        entry_page: Optional[str] = None,
        started_after: Optional[Union[datetime, str]] = None,
        started_before: Optional[Union[datetime, str]] = None,
        bots: Optional[bool] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        expand: Optional[Literal["pages"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export sessions.

        What listSessions lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `visitors:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            visitor_id: Only sessions of this visitor.
            identity_id: Only sessions that were the visits of this person.
            company_id: Only sessions of visitors with evidence for this company.
            source: Only sessions from exactly this source.
            country: Only sessions from exactly this country, such as Germany.
            entry_page: Only sessions whose first page has an address that begins so.
            started_after: Only sessions that began after this instant (exclusive). A date is its
            midnight in UTC.
            started_before: Only sessions that began before this instant (exclusive). A date is its
            midnight in UTC.
            bots: true: the bots, which are left out otherwise, instead of people.
            filter: Only records of which this is true, such as `channel = search AND page_view_count >
            3`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `campaign_id`, `source`, `channel`, `channel_group`, `origin`, `campaign`,
            `click_ids`, `referrer`, `entry_url`, `exit_url`, `city`, `country`, `network_owner`,
            `connection`, `browser`, `os`, `device`, `locale`, `timezone`, `screen`, `state`, `agent`,
            `event_count`, `page_view_count`, `engaged_seconds`, `duration_seconds`, `is_bounce`,
            `started_at`, `last_activity_at`, `ended_at`, `created_at`. Fields of `visitor`, `identity`,
            `company`, `lead`, `conversion` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            expand: What else is told of each record: pages, those that were viewed and for how long, as
            GET /sessions/{id} tells them; the first 100 of each.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/sessions", query={"test": test, "visitor_id": visitor_id, "identity_id": identity_id, "company_id": company_id, "source": source, "country": country, "entry_page": entry_page, "started_after": started_after, "started_before": started_before, "bots": bots, "filter": filter, "sort": sort, "expand": expand, "fields": fields, "format": format})

    def conversions(
        self,
        *,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        visitor_id: Optional[str] = None,
        identity_id: Optional[str] = None,
        bots: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at", "-updated_at", "updated_at"]] = None,
        updated_after: Optional[Union[datetime, str]] = None,
        expand: Optional[Literal["identity"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export conversions.

        What listConversions lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `conversions:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            name: Only conversions with exactly this name.
            visitor_id: Only conversions of this visitor.
            identity_id: Only conversions of this identity.
            bots: true: the bots, which are left out otherwise, instead of people.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `value >= 100 AND visitor.country =
            Germany`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `session_id`, `identity_id`, `lead_id`, `name`, `value`, `currency`,
            `external_id`, `code`, `right`, `properties`, `created_at`, `updated_at`. Fields of
            `visitor`, `identity`, `company`, `lead`, `session` follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            updated_after: Only records that changed after this instant (exclusive). A date is its
            midnight in UTC.
            expand: What else is told of each record: identity, the record that `identity_id` names; it
            needs the scope to read that.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/conversions", query={"test": test, "name": name, "visitor_id": visitor_id, "identity_id": identity_id, "bots": bots, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "updated_after": updated_after, "expand": expand, "fields": fields, "format": format})

    def campaigns(
        self,
        *,
        test: Optional[bool] = None,
        name: Optional[str] = None,
        source: Optional[str] = None,
        medium: Optional[str] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export campaigns.

        What listCampaigns lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `campaigns:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            name: Only campaigns with exactly this name.
            source: Only campaigns with exactly this source.
            medium: Only campaigns with exactly this medium.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `medium = cpc AND name:spring`; text or
            a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `source`,
            `medium`, `created_at`.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/campaigns", query={"test": test, "name": name, "source": source, "medium": medium, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "fields": fields, "format": format})

    def events(
        self,
        *,
        test: Optional[bool] = None,
        visitor_id: Optional[str] = None,
        session_id: Optional[str] = None,
        name: Optional[str] = None,
        page: Optional[str] = None,
        bots: Optional[bool] = None,
        created_after: Optional[Union[datetime, str]] = None,
        created_before: Optional[Union[datetime, str]] = None,
        filter: Optional[str] = None,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export events.

        What listEvents lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `visitors:read`.

        Args:
            test: true: the test data of development keys instead of the live data.
            visitor_id: Only events of this visitor.
            session_id: Only events of this session.
            name: Only events with exactly this name, such as page_view.
            page: Only events on a page whose address begins so.
            bots: true: the bots, which are left out otherwise, instead of people.
            created_after: Only records created after this instant (exclusive). A date is its midnight
            in UTC.
            created_before: Only records created before this instant (exclusive). A date is its midnight
            in UTC.
            filter: Only records of which this is true, such as `name = page_view AND path =
            "/pricing*"`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`,
            `visitor_id`, `session_id`, `type`, `name`, `url`, `path`, `title`, `referrer`,
            `properties`, `created_at`. Fields of `visitor`, `identity`, `company`, `session`, `lead`
            follow a dot.
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download("/exports/events", query={"test": test, "visitor_id": visitor_id, "session_id": session_id, "name": name, "page": page, "bots": bots, "created_after": created_after, "created_before": created_before, "filter": filter, "sort": sort, "fields": fields, "format": format})

    def list_members(
        self,
        id: str,
        *,
        sort: Optional[Literal["-created_at", "created_at"]] = None,
        fields: Optional[str] = None,
        format: Optional[Literal["csv", "ndjson", "parquet"]] = None,
    ) -> Download:
        """Export members of a visitor list.

        What listListMembers lists, with the same filters, as a file of at most 5,000,000 records.
        docs/guides/exports.md tells of the formats.

        Scope: `visitors:read` or `lists:write`.

        Args:
            sort: By which field; with a minus the greatest first. Ties are broken by id.
            fields: Only these fields of each record, such as `id,created_at`: names with commas
            between. The others are left out of the answer, also those that are always there otherwise.
            format: As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON
            on each line; `parquet`, typed columns, for DuckDB, pandas and the like.
        """
        return self._transport.download(path_of("/exports/lists/{}/members", id), query={"sort": sort, "fields": fields, "format": format})


class Operations(Resource):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.leads = Leads(transport)
        self.identities = Identities(transport)
        self.corrections = Corrections(transport)
        self.verdicts = Verdicts(transport)
        self.visitors = Visitors(transport)
        self.sessions = Sessions(transport)
        self.conversions = Conversions(transport)
        self.suggestions = Suggestions(transport)
        self.events = Events(transport)
        self.companies = Companies(transport)
        self.campaigns = Campaigns(transport)
        self.lists = Lists(transport)
        self.users = Users(transport)
        self.audit_log = AuditLog(transport)
        self.failed_events = FailedEvents(transport)
        self.changes = Changes(transport)
        self.exports = Exports(transport)

    def live(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        test: Optional[bool] = None,
    ) -> Live:
        """See who is here now.

        People with a message in the last 30 minutes, by when it happened: what comes late counts for
        when it was, and a wrong clock is corrected. Bots are left out.

        Scope: `visitors:read`.

        Args:
            limit: Page size.
            offset: Number of records to skip.
            test: true: the test data of development keys instead of the live data.
        """
        answer: Live = self._transport.record("GET", "/live", query={"limit": limit, "offset": offset, "test": test})
        return answer

    def list_preview(
        self,
        *,
        of: Optional[Literal["visitors", "identities"]] = None,
        filter: Optional[str] = None,
        exact: Optional[bool] = None,
    ) -> ListPreview:
        """Preview a list that keeps itself.

        How many would be on a list with this filter now, and some of them; nothing is made. In a
        workspace of many visits that is estimated from a part of the visitors or identities, as large
        as can be read in a moment; `approximate` says so. It takes the scope and feature of whatever
        the filter speaks of.

        Scope: `visitors:read`.

        Args:
            of: Of whom.
            filter: The filter, as of a list; text or a JSON tree. Absent: everybody.
            exact: true: all are counted, however long that takes; 10 s at most.
        """
        answer: ListPreview = self._transport.record("GET", "/list-preview", query={"of": of, "filter": filter, "exact": exact})
        return answer

    def stats(
        self,
        *,
        metrics: Optional[str] = None,
        dimensions: Optional[str] = None,
        breakdowns: Optional[str] = None,
        interval: Optional[Literal["hour", "day", "week", "month"]] = None,
        since: Optional[Union[datetime, str]] = None,
        until: Optional[Union[datetime, str]] = None,
        time_zone: Optional[str] = None,
        compare: Optional[Literal["previous_period"]] = None,
        sort: Optional[Literal["visitors", "-visitors", "sessions", "-sessions", "page_views", "-page_views", "bounce_rate", "-bounce_rate", "engaged_seconds", "-engaged_seconds", "average_engaged_seconds", "-average_engaged_seconds", "leads", "-leads", "conversions", "-conversions"]] = None,
        top: Optional[int] = None,
        test: Optional[bool] = None,
        channel: Optional[str] = None,
        channel_group: Optional[str] = None,
        source: Optional[str] = None,
        campaign: Optional[str] = None,
        country: Optional[str] = None,
        device: Optional[str] = None,
        browser: Optional[str] = None,
        agent: Optional[str] = None,
        landing_page: Optional[str] = None,
        exit_page: Optional[str] = None,
        city: Optional[str] = None,
        company: Optional[str] = None,
        page: Optional[str] = None,
        list: Optional[str] = None,
        filter: Optional[str] = None,
    ) -> Stats:
        """Count visitors, sessions, leads and revenue.

        Figures of a range of time: in all, over time, and by one or two dimensions, filtered, and
        compared with the period before. Some metrics and dimensions need a scope more than
        `visitors:read`: leads `leads:read`, conversions and revenue `conversions:read`, campaigns
        `campaigns:read`, companies `companies:read`; a 403 names those that are missing.
        docs/guides/stats.md says what each figure counts.

        Scope: `visitors:read`.

        Args:
            metrics: What is counted, with commas between: `visitors` different visitors with a visit
            that began in the range; `sessions` visits that began in the range; `page_views` pages that
            were viewed in these visits; `bounce_rate` share of these visits with one page at most,
            below 10 s of attention and no conversion; `engaged_seconds` seconds for which these visits
            held attention; `average_engaged_seconds` the same for one visit; `leads` leads that opened
            in the range; `conversions` conversions that happened in the range; `revenue` what they are
            worth, by currency.
            dimensions: By what, at most two with a comma between: `channel` channel of the visit:
            search, paid, email, …; `channel_group` the same by the names of Google Analytics 4: Paid
            Search, …; `source` source of the visit: Google, newsletter, news.example.org, …; `campaign`
            id of its campaign; `country` country by its English name; `device` desktop, mobile, tablet,
            tv, console or wearable; `browser` family of the browser; `agent` name of the agent that
            acted for a person; `landing_page` path of the first page of the visit; `exit_page` path of
            its last page; `city` city; `company` id of the company in whose network the visitor was;
            `page` path of a page that was viewed; `list` id of a list that the visitor, or a person the
            visitor was named as, is on.
            breakdowns: Beside the rows, the largest groups by each of these dimensions, as a question
            for each of them would tell; at most 8 with commas between. What is counted follows a colon,
            as in `page:page_views`; by default it is `sessions`.
            interval: A row for each of these, also for those without a visit; 800 at most.
            since: Where the range begins (inclusive), by default 30 days ago. A date is its midnight in
            the time zone; an instant is taken to the quarter of an hour in which it lies. A date is its
            midnight in UTC.
            until: Where it ends (exclusive), by default after today; 366 days later at most. An instant
            is taken to the end of its quarter of an hour. A date is its midnight in UTC.
            time_zone: Whose hours, days, weeks and months they are, as Europe/Berlin; by default the
            time zone of the workspace. Weeks begin on Monday.
            compare: The same figures of the period before, beside each: of as many months before a
            range of whole months, else of as many days.
            sort: By which of the metrics groups are sorted; with a minus sign before it the largest
            come first. By default the first of the metrics, the largest first.
            top: How many groups are shown, of the rows and of each breakdown.
            test: true: the test data of development keys instead of the live data.
            channel: Only where this is exactly the channel; empty: where there is none.
            channel_group: Only where this is exactly the channel group; empty: where there is none.
            source: Only where this is exactly the source; empty: where there is none.
            campaign: Only where this is exactly the campaign; empty: where there is none.
            country: Only where this is exactly the country; empty: where there is none.
            device: Only where this is exactly the device; empty: where there is none.
            browser: Only where this is exactly the browser; empty: where there is none.
            agent: Only where this is exactly the agent; empty: where there is none.
            landing_page: Only where this is exactly the landing page; empty: where there is none.
            exit_page: Only where this is exactly the exit page; empty: where there is none.
            city: Only where this is exactly the city; empty: where there is none.
            company: Only where this is exactly the company; empty: where there is none.
            page: Only where this is exactly the page; empty: where there is none.
            list: Only where this is exactly the list.
            filter: Only visits of which this is true, such as `channel IN (search, paid) AND
            landing_page = "/pricing*" AND NOT lead:*`; text or a JSON tree. docs/guides/filters.md
            tells the language. Fields: `channel`, `channel_group`, `source`, `campaign_id`, `country`,
            `city`, `device`, `browser`, `os`, `agent`, `landing_page`, `exit_page`, `page`,
            `company_id`. Fields of `session`, `visitor`, `identity`, `company`, `lead`, `conversion`,
            `list` follow a dot.
        """
        answer: Stats = self._transport.record("GET", "/stats", query={"metrics": metrics, "dimensions": dimensions, "breakdowns": breakdowns, "interval": interval, "since": since, "until": until, "time_zone": time_zone, "compare": compare, "sort": sort, "top": top, "test": test, "channel": channel, "channel_group": channel_group, "source": source, "campaign": campaign, "country": country, "device": device, "browser": browser, "agent": agent, "landing_page": landing_page, "exit_page": exit_page, "city": city, "company": company, "page": page, "list": list, "filter": filter})
        return answer

    def completeness(
        self,
        *,
        since: Optional[Union[datetime, str]] = None,
        until: Optional[Union[datetime, str]] = None,
        test: Optional[bool] = None,
    ) -> Completeness:
        """Count messages that were made, received, refused and lost.

        By day and browser. The browser script numbers its messages, so that what is missing shows.
        Counted in the background, up to eight days back: what comes later changes older days no more.
        docs/guides/completeness.md says what the numbers can tell.

        Scope: `audit:read`.

        Args:
            since: The first day, by default 30 days before `until`. A date is its midnight in UTC.
            until: The day after the last, by default after today; 92 days after `since` at most. A date
            is its midnight in UTC.
            test: true: of development keys instead.
        """
        answer: Completeness = self._transport.record("GET", "/completeness", query={"since": since, "until": until, "test": test})
        return answer

    def search(
        self,
        *,
        q: Optional[str] = None,
        kinds: Optional[str] = None,
        limit: Optional[int] = None,
        test: Optional[bool] = None,
    ) -> SearchRecordsAnswer:
        """Search as one types.

        People, companies, leads and visitors at once, by any part of a name, email, user_id or domain,
        by the parts of a code and by the beginning of an id. Case, accents and what stands between
        words make no difference; several words may come in any order. Best first. People and visitors
        are found with visitors:read, leads with leads:read, companies with companies:read.

        Scope: `visitors:read` or `companies:read` or `leads:read`.

        Args:
            q: What was typed so far. No character is special. Nothing is found by nothing, nor by what
            has neither letter nor digit.
            kinds: Only these kinds, with commas between: identity, company, lead, visitor. Absent: all
            that the key may read.
            limit: Of each kind, at most.
            test: true: the test data of development keys instead of the live data.
        """
        answer: SearchRecordsAnswer = self._transport.whole("GET", "/search", query={"q": q, "kinds": kinds, "limit": limit, "test": test})
        return answer
