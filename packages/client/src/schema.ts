// Made from docs/openapi.json by npm run generate; not written by hand.
export interface paths {
    "/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List leads
         * @description Newest first. Filters combine.
         *
         *     Scope: `leads:read`.
         */
        get: operations["listLeads"];
        put?: never;
        /**
         * Create a lead
         * @description Nothing is mandatory. References are soft: a lead may arrive before the visitor, session, identity or company that it names.
         *
         *     Scope: `leads:write`.
         */
        post: operations["createLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one lead
         * @description Scope: `leads:read`.
         */
        get: operations["getLead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a lead
         * @description JSON Merge Patch (RFC 7396) inside properties, location and summary. Fields of a lead that cannot be changed are ignored. What is changed here stays, whatever messages tell later.
         *
         *     Scope: `leads:write`.
         */
        patch: operations["updateLead"];
        trace?: never;
    };
    "/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identities
         * @description Newest first. Filters combine.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one identity
         * @description Two identities that turn out to be one person become one under the id of the earlier; the other id answers with the survivor from then on.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an identity
         * @description The favourite mark and traits. Other fields of an identity are ignored. A trait that is set or removed here stays so whatever messages tell, until a signed one of later tells it.
         *
         *     Scope: `leads:write`.
         */
        patch: operations["updateIdentity"];
        trace?: never;
    };
    "/identities/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity of an identity
         * @description Events, session starts, identify calls, conversions and leads of this person, newest first.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listIdentityActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identities/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of an identity
         * @description Why visitors are thought to be this person: each message that named them, newest first, those that were detached from them included.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listIdentityLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identities/{id}/detach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Detach a link from an identity
         * @description The visitor is not who the link says: the same names from the same visitor do not count, however often they come. People with more than 5000 links or conversions, or with 200 corrections, are refused with 409, and so is the 100000th correction of a workspace.
         *
         *     Scope: `leads:write`.
         */
        post: operations["detachIdentityLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identities/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split an identity in two
         * @description What any of these visitors, or any of these names, said of the person is somebody else's, now and later. The person keeps the id; an address or user_id that both were named by stays with them. People with more than 5000 links or conversions, or with 200 corrections, are refused with 409, and so is the 100000th correction of a workspace.
         *
         *     Scope: `leads:write`.
         */
        post: operations["splitIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identities/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join two identities
         * @description They are one person, whatever messages say: all names of both mean the same from now on. Whoever was named first keeps the id; the other id goes on answering with the survivor. People with more than 5000 links or conversions, or with 200 corrections, are refused with 409, and so is the 100000th correction of a workspace.
         *
         *     Scope: `leads:write`.
         */
        post: operations["joinIdentities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List corrections of who is who
         * @description Newest first, those that were undone included.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/corrections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one correction
         * @description Scope: `visitors:read`.
         */
        get: operations["getCorrection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/corrections/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a correction
         * @description Everything is as if it had never been made; what came meanwhile counts as it would have then. Corrections may be undone in any order, each once; the same one can be made again. People with more than 5000 links or conversions are refused with 409.
         *
         *     Scope: `leads:write`.
         */
        post: operations["undoCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verdicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verdicts
         * @description Newest first, those that were undone included.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listVerdicts"];
        put?: never;
        /**
         * Decide about a claim
         * @description Says that a visitor is a bot or none, or is or is not of a company. It outranks what the service finds, now and later, until it is undone; visits, figures, people and leads are brought in line in the background, and `pending` tells how far. What contradicts a verdict in force is refused with 409, and so are more than 200 about one visitor, undone ones included, more than 1000 in force about whole companies, and the 100000th of a workspace.
         *
         *     Scope: `leads:write`.
         */
        post: operations["createVerdict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verdicts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one verdict
         * @description Scope: `visitors:read`.
         */
        get: operations["getVerdict"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verdicts/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a verdict
         * @description What the service finds counts again, as if it had never been decided, with all that came meanwhile. A verdict is undone once; the same one can be given again.
         *
         *     Scope: `leads:write`.
         */
        post: operations["undoVerdict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visitors/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get why a visitor is what it is said to be
         * @description Whether it is a bot, where its first visit came from, and its companies, those included that a verdict refuses; at most 50. Companies are told to keys that may read them.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getVisitorEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get why a session counts and where it came from
         * @description Whether it is a bot’s, and which tag, click id or page before made its source. Of an id that two visitors sent, the one whose session began last.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getSessionEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leads/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where a lead came from, and why
         * @description Of the visit in which it opened; there are no claims of a lead that was made without a visit.
         *
         *     Scope: `leads:read`.
         */
        get: operations["getLeadEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversions/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a conversion is credited to, and why
         * @description For each model the visits that have the credit, each with its share and what made its source.
         *
         *     Scope: `conversions:read`.
         */
        get: operations["getConversionEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was said without the right to
         * @description Newest first. What a write key alone cannot change about a person or a conversion is kept here, with the reason; the newest 50 of each visitor, namings as a whole and conversions counted apart.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identities/{id}/personality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the personality of an identity
         * @description An intent score with the reasons that led to it, as of the latest activity that was taken into account (computed_at) and of today. New activity is taken into account within a minute. docs/guides/personality.md describes the formula.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getIdentityPersonality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List visitors
         * @description Newest first. Filters combine. `sort=-last_visit` puts those first whose latest visit began last.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listVisitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one visitor
         * @description Scope: `visitors:read`.
         */
        get: operations["getVisitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visitors/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions of a visitor
         * @description Newest first.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listVisitorSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visitors/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity of a visitor
         * @description Events, session starts, identify calls, conversions and leads of this visitor, newest first.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listVisitorActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/visitors/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consents of a visitor
         * @description The state that holds first. It is there as well for a visitor of whom nothing else is stored.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listVisitorConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Newest first. Filters combine. Without visitor_id, identity_id or company_id: those that began in the 7 days before `started_before`, or since `started_after`, 31 days at most.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one session with its pages
         * @description A session id that two visitors send is two sessions: `visitor_id` says whose. Without it, the one that began last is meant.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Newest first. Filters combine. Events never change: created_after tells what is new. Without visitor_id or session_id: those of the 7 days before `created_before`, or since `created_after`, 7 days at most.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who is here now
         * @description People with a message in the last 30 minutes, by when it happened: what comes late counts for when it was, and a wrong clock is corrected. Bots are left out.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description Newest first. Filters combine. With active_since or active_until only the companies that were here then; these, `expand=activity` and an order by what visitors did need the scope `visitors:read` as well, and are refused where they take more than 3 seconds.
         *
         *     Scope: `companies:read`.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one company
         * @description Scope: `companies:read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity of a company
         * @description What visitors with evidence for the company did, newest first: events, session starts, identify calls, conversions and leads.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["listCompanyActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List why visitors belong to a company
         * @description One record for each visitor and fact. Newest first.
         *
         *     Scope: `companies:read`.
         */
        get: operations["listCompanyEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversions
         * @description Newest first. Filters combine.
         *
         *     Scope: `conversions:read`.
         */
        get: operations["listConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one conversion
         * @description Scope: `conversions:read`.
         */
        get: operations["getConversion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Newest first. Filters combine.
         *
         *     Scope: `campaigns:read`.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the performance of campaigns
         * @description The same figures for each campaign, the newest campaign first. Filters combine.
         *
         *     Scope: `campaigns:read`.
         */
        get: operations["listCampaignPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one campaign
         * @description Scope: `campaigns:read`.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the performance of a campaign
         * @description Counts the visits of the campaign, and the leads and conversions that the model credits to it. What a lead or conversion is credited to is worked out within a minute of it, and later visits never change it.
         *
         *     Scope: `campaigns:read`.
         */
        get: operations["getCampaignPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List visitor lists
         * @description Newest first.
         *
         *     Scope: `visitors:read` or `lists:write`.
         */
        get: operations["listLists"];
        put?: never;
        /**
         * Create a visitor list
         * @description Without `filter` its members are put on it by hand. With it the list keeps itself: members follow what happens within a minute, as `upkeep` tells. That takes visitors:read, and the scope and feature of whatever else the filter speaks of. A workspace may have 50 such lists.
         *
         *     Scope: `lists:write`.
         */
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one visitor list
         * @description Scope: `visitors:read` or `lists:write`.
         */
        get: operations["getList"];
        put?: never;
        post?: never;
        /**
         * Delete a visitor list
         * @description With its members; the visitors and identities themselves stay.
         *
         *     Scope: `lists:write`.
         */
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        /**
         * Update a visitor list
         * @description What is given is changed. With another filter the members are found anew, and stay what they were until then. A list that is kept by hand cannot be given a filter, nor the other way round.
         *
         *     Scope: `lists:write`.
         */
        patch: operations["updateList"];
        trace?: never;
    };
    "/list-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a list that keeps itself
         * @description How many would be on a list with this filter now, and some of them; nothing is made. In a workspace of many visits that is estimated from a part of the visitors or identities, as large as can be read in a moment; `approximate` says so. It takes the scope and feature of whatever the filter speaks of.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["previewList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members of a visitor list
         * @description Latest to be added first.
         *
         *     Scope: `visitors:read` or `lists:write`.
         */
        get: operations["listListMembers"];
        put?: never;
        /**
         * Add members to a visitor list
         * @description All or none: when an id is of no visitor or identity of the workspace, the answer is a 400 that names every such id. To a list that keeps itself nobody is added by hand: that is a 409.
         *
         *     Scope: `lists:write`.
         */
        post: operations["addListMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{id}/members/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove members from a visitor list
         * @description Those of the body. Ids that are not on the list, or of nobody, change nothing. From a list that keeps itself nobody is removed by hand: that is a 409.
         *
         *     Scope: `lists:write`.
         */
        post: operations["removeListMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count visitors, sessions, leads and revenue
         * @description Figures of a range of time: in all, over time, and by one or two dimensions, filtered, and compared with the period before. Some metrics and dimensions need a scope more than `visitors:read`: leads `leads:read`, conversions and revenue `conversions:read`, campaigns `campaigns:read`, companies `companies:read`; a 403 names those that are missing. docs/guides/stats.md says what each figure counts.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspace members
         * @description Latest to join first. Any secret key may read them.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one member
         * @description Any secret key may read them.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Newest first; entries are kept for 400 days, and never change: created_after tells what is new. Filters combine.
         *
         *     Scope: `audit:read`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failed-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages that were refused
         * @description Newest first. Filters combine. They never change: created_after tells what is new. Not every one is kept: what comes too fast, or is out of proportion, is refused all the same.
         *
         *     Scope: `audit:read`.
         */
        get: operations["listFailedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failed-events/reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages that were refused, by reason
         * @description Of the newest 100,000.
         *
         *     Scope: `audit:read`.
         */
        get: operations["countFailedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/completeness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count messages that were made, received, refused and lost
         * @description By day and browser. The browser script numbers its messages, so that what is missing shows. Counted in the background, up to eight days back: what comes later changes older days no more. docs/guides/completeness.md says what the numbers can tell.
         *
         *     Scope: `audit:read`.
         */
        get: operations["getCompleteness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes after a position
         * @description Which records of the workspace changed, in one order for everybody: each committed change once. A kind is told to keys that may read its records: sessions and identities with visitors:read, leads with leads:read, conversions with conversions:read, lists with visitors:read or lists:write. Visitors and companies are told of where somebody decided about them (docs/guides/why.md): visitors with visitors:read, companies with companies:read. Changes are kept for 24 hours, at most 500,000. Oldest first. Without `after` there are none yet: `next` is where to begin. A position whose successors are no longer kept answers 410.
         *
         *     Scope: `visitors:read` or `leads:read` or `conversions:read` or `lists:write` or `companies:read`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes as server-sent events
         * @description Which records of the workspace changed, in one order for everybody: each committed change once. A kind is told to keys that may read its records: sessions and identities with visitors:read, leads with leads:read, conversions with conversions:read, lists with visitors:read or lists:write. Visitors and companies are told of where somebody decided about them (docs/guides/why.md): visitors with visitors:read, companies with companies:read. Changes are kept for 24 hours, at most 500,000. Each is an event `change`, whose id is its position: a client that connects again with `Last-Event-ID`, or `after`, misses none and gets none twice. `reset`: what followed that position is no longer kept, so read anew what you need; the stream goes on from now. `end`: the reason why the service ends the stream (slow, unauthorized, stopping, time). A comment every 15 seconds says that it lives.
         *
         *     Scope: `visitors:read` or `leads:read` or `conversions:read` or `lists:write` or `companies:read`.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search as one types
         * @description People, companies, leads and visitors at once, by any part of a name, email, user_id or domain, by the parts of a code and by the beginning of an id. Case, accents and what stands between words make no difference; several words may come in any order. Best first. People and visitors are found with visitors:read, leads with leads:read, companies with companies:read.
         *
         *     Scope: `visitors:read` or `companies:read` or `leads:read`.
         */
        get: operations["searchRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export leads
         * @description What listLeads lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `leads:read`.
         */
        get: operations["exportLeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export people (identities)
         * @description What listIdentities lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["exportPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export companies
         * @description What listCompanies lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `companies:read`.
         */
        get: operations["exportCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/visitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export visitors
         * @description What listVisitors lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["exportVisitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export sessions
         * @description What listSessions lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["exportSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export conversions
         * @description What listConversions lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `conversions:read`.
         */
        get: operations["exportConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export campaigns
         * @description What listCampaigns lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `campaigns:read`.
         */
        get: operations["exportCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events
         * @description What listEvents lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `visitors:read`.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/lists/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export members of a visitor list
         * @description What listListMembers lists, with the same filters, as a file of at most 5,000,000 records. docs/guides/exports.md tells of the formats.
         *
         *     Scope: `visitors:read` or `lists:write`.
         */
        get: operations["exportListMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What the behaviour of a person tells, with the reasons.
         * @example {
         *       "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "intent_score": 52,
         *       "stage": "evaluating",
         *       "persona": "evaluator",
         *       "reasons": [
         *         {
         *           "factor": "frequency",
         *           "points": 12,
         *           "because": "3 visits within 30 days",
         *           "count": 3
         *         },
         *         {
         *           "factor": "depth",
         *           "points": 9,
         *           "because": "9 page views within 30 days",
         *           "count": 9
         *         },
         *         {
         *           "factor": "return",
         *           "points": 10,
         *           "because": "2 returns on another day",
         *           "count": 2
         *         },
         *         {
         *           "factor": "key_pages",
         *           "points": 25,
         *           "because": "viewed /pricing*, /demo*",
         *           "count": 2,
         *           "pages": [
         *             "/pricing*",
         *             "/demo*"
         *           ]
         *         },
         *         {
         *           "factor": "conversion",
         *           "points": 0,
         *           "because": "no conversion so far",
         *           "count": 0
         *         },
         *         {
         *           "factor": "recency",
         *           "points": -4,
         *           "because": "last active 2 days ago",
         *           "count": 2
         *         }
         *       ],
         *       "model_version": "2",
         *       "computed_at": "2026-05-07T08:00:00Z"
         *     }
         */
        Personality: {
            /**
             * Format: uuid
             * @description The person.
             */
            identity_id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /** @description How much the behaviour looks like that of a buyer. */
            intent_score: number;
            /**
             * @description Where the person stands.
             * @enum {string}
             */
            stage: "new" | "engaged" | "evaluating" | "customer" | "dormant";
            /**
             * @description What the behaviour looks like.
             * @enum {string}
             */
            persona: "buyer" | "evaluator" | "researcher" | "reader" | "newcomer";
            /** @description The parts of the score, in this order; they add up to it. */
            reasons: {
                /** @description frequency, depth, return, key_pages, conversion or recency. */
                factor: string;
                /** @description What it adds to the score; what recency takes away is negative. */
                points: number;
                /** @description The fact behind it. */
                because: string;
                /** @description The number in it: of visits, page views, returns, key pages, conversions or days ago. Absent in what an older version worked out. */
                count?: number;
                /** @description The key pages that it names. */
                pages?: string[];
            }[];
            /** @description Which formula was used. */
            model_version: string;
            /**
             * Format: date-time
             * @description The person's latest activity that it takes into account; how long ago that was is told by recency.
             * @example 2026-05-04T09:30:00Z
             */
            computed_at: string;
        };
        /**
         * @description A company that visitors belong to, by a work address or by their network.
         * @example {
         *       "id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
         *       "name": "Acme",
         *       "domain": "acme.example",
         *       "description": "Makes everything.",
         *       "employees": "51-200",
         *       "main_industry": "Manufacturing",
         *       "created_at": "2026-05-04T09:30:00Z"
         *     }
         */
        Company: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /** @description As it was imported, else the name of the network's owner, else made from the domain. */
            name: string;
            /** @description Registrable domain, lower case; empty for a company that is known by its network alone. */
            domain: string;
            /** @description Empty when not known. */
            description: string;
            /** @description A range as text, such as 11-50; empty when not known. */
            employees: string;
            /** @description Empty when not known. */
            main_industry: string;
            /**
             * Format: date-time
             * @description When the company was first seen.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /** @description With `expand=activity`: what visitors with evidence for the company did in the time, bots left out. All visits of such a visitor count, also those before the evidence came. */
            activity?: {
                /**
                 * Format: date-time
                 * @description When the first of these visits began. Null without any.
                 * @example 2026-05-04T09:30:00Z
                 */
                first_seen: string | null;
                /**
                 * Format: date-time
                 * @description The last message of these visits. Null without any.
                 * @example 2026-05-04T09:30:00Z
                 */
                last_seen: string | null;
                /** @description Sessions of visitors with evidence for the company. */
                visits: number;
                /** @description Visitors who made them. */
                visitors: number;
                /** @description Identities to whom these visitors belong by now: identity_id of the visitor. */
                people: number;
                /** @description Page views of these visits. */
                page_views: number;
                /** @description The highest intent score of these people as of today; 0 without any. */
                intent: number;
                /** @description The most viewed first. */
                top_pages: {
                    /** @description Address of the page without query and fragment. */
                    url: string;
                    /** @description How often it was viewed in these visits. */
                    views: number;
                }[];
                /** @description Leads of the company that were created in the time. */
                leads: number;
            };
        };
        /**
         * @description A person who was named by an email address or a user_id, across devices.
         * @example {
         *       "id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "traits": {
         *         "plan": "team"
         *       },
         *       "first_seen": "2026-05-04T09:30:00Z",
         *       "last_seen": "2026-05-06T14:02:11Z",
         *       "ip": "203.0.113.7",
         *       "city": "Munich",
         *       "country": "Germany",
         *       "is_favorite": false,
         *       "created_at": "2026-05-04T09:41:10Z"
         *     }
         */
        Identity: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The first visitor that was linked to this identity.
             */
            visitor_id: string;
            /** @description Of the addresses the newest that was said by the strongest right; empty when not known. */
            email: string;
            /** @description Full name; empty when not known. */
            name: string;
            /** @description Custom traits. */
            traits: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description First visit.
             * @example 2026-05-04T09:30:00Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description Last visit.
             * @example 2026-05-04T09:30:00Z
             */
            last_seen: string;
            /** @description Of the latest visit; shortened or empty where the workspace stores it so. */
            ip: string;
            /** @description Of the latest visit; empty when not known. */
            city: string;
            /** @description Of the latest visit; empty when not known. */
            country: string;
            /** @description Whether the identity is marked favorite. */
            is_favorite: boolean;
            /**
             * Format: date-time
             * @description When the person was first identified.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /** @description With `expand=addresses`: every email address of the person, the newest first; at most 50. */
            addresses?: {
                /** @description As it was first given. */
                email: string;
                /**
                 * @description The strongest by which it was said to be theirs.
                 * @enum {string}
                 */
                right: "public" | "device" | "signed" | "api";
                /**
                 * Format: date-time
                 * @description When it was first given.
                 * @example 2026-05-04T09:30:00Z
                 */
                first_seen_at: string;
                /**
                 * Format: date-time
                 * @description When it was last given.
                 * @example 2026-05-04T09:30:00Z
                 */
                last_seen_at: string;
            }[];
            /** @description With `expand=rights`: by what right the name and each of the traits are believed. What was set over this API has the right `api`. */
            rights?: {
                /**
                 * @description Of the name; left out when there is none.
                 * @enum {string}
                 */
                name?: "public" | "device" | "signed" | "api";
                /** @description Of each trait, by its name. */
                traits: {
                    [key: string]: "public" | "device" | "signed" | "api";
                };
            };
            personality?: components["schemas"]["Personality"];
            company?: components["schemas"]["Company"];
        };
        /**
         * @description A person or visitor who showed interest.
         * @example {
         *       "id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "code": "K7QX-2MPA",
         *       "source": "campaign",
         *       "created_at": "2026-05-04T09:30:00Z",
         *       "updated_at": "2026-05-04T09:30:00Z",
         *       "properties": {
         *         "plan": "team"
         *       },
         *       "location": {
         *         "city": "Munich",
         *         "country": "Germany"
         *       },
         *       "identity_id": null,
         *       "session_id": null,
         *       "summary": null,
         *       "company_id": null
         *     }
         */
        Lead: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description The visitor behind the lead.
             */
            visitor_id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /** @description Lead code or identifier; generated when not given. */
            code: string;
            /** @description Where the visit that opened it came from: website, referral or campaign; else as given, or api. */
            source: string;
            /**
             * Format: date-time
             * @description Set on creation.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Equals created_at on creation; moves when the lead is updated or completed.
             * @example 2026-05-04T09:30:00Z
             */
            updated_at: string;
            /** @description Custom key-value properties. */
            properties: {
                [key: string]: unknown;
            };
            /** @description Location data such as city, country. */
            location: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description An identity of the workspace. Null when not set.
             */
            identity_id: string | null;
            /**
             * Format: uuid
             * @description The visit that opened it. Null when not set.
             */
            session_id: string | null;
            /** @description Summary data. Null on a newly created lead. */
            summary: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description The company of the person, else of the visit. Null when not set.
             */
            company_id: string | null;
            identity?: components["schemas"]["Identity"];
            company?: components["schemas"]["Company"];
            /** @description True for one of very many leads that were opened from the same network without proof. An edit, or a signed message that names its person, ends it. Absent otherwise. */
            suspect?: boolean;
        };
        /**
         * @description One thing that a person did.
         * @example {
         *       "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
         *       "type": "page_view",
         *       "who": "Ada Lovelace",
         *       "what": "Viewed Pricing",
         *       "source": "campaign spring (google / cpc)",
         *       "created_at": "2026-05-06T14:01:30Z"
         *     }
         */
        Activity: {
            /** @description Stable id of the activity. */
            id: string;
            /** @description Name of the event for events (page_view, click, …); else session_start, identify, conversion or lead. */
            type: string;
            /** @description Name or email of the person; "Anonymous visitor" where nobody was named. */
            who: string;
            /** @description What happened, as a sentence. */
            what: string;
            /** @description Where the visit came from, such as campaign spring (google / cpc), Google search or ChatGPT; the host of the website when nobody sent the visitor. */
            source: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /**
         * @description One message that named a person: the evidence that a visitor is this person.
         * @example {
         *       "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "created_at": "2026-05-04T09:41:10Z",
         *       "right": "public",
         *       "proved_name": null,
         *       "strength": "device",
         *       "evidence": {
         *         "email": "ada@example.com",
         *         "user_id": ""
         *       },
         *       "counts": true,
         *       "email_counts": true,
         *       "reason": null,
         *       "reason_code": null,
         *       "detached_by": null
         *     }
         */
        IdentityLink: {
            /**
             * Format: uuid
             * @description The id of the message that named the person.
             */
            id: string;
            /**
             * Format: uuid
             * @description The visitor who sent it.
             */
            visitor_id: string;
            /**
             * Format: date-time
             * @description When it was said.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * @description By what right it was said.
             * @enum {string}
             */
            right: "public" | "device" | "signed" | "api";
            /** @description Which of its two names a signature proves: email or user_id. Null where the right is that of all its names. */
            proved_name: string | null;
            /**
             * @description What it weighs for this person: proved, a device's of the person, or anybody's word.
             * @enum {string}
             */
            strength: "anybody" | "device" | "proved";
            /** @description The names that the message gave. */
            evidence: {
                /** @description As it was given; empty when none was. */
                email: string;
                /** @description Empty when none was given. */
                user_id: string;
            };
            /** @description Whether it links the visitor to the person. */
            counts: boolean;
            /** @description Whether its address is the person's. */
            email_counts: boolean;
            /** @description Why it, or its address, does not count. Null when all of it counts. */
            reason: string | null;
            /**
             * @description The same as a word for programs. Null when all of it counts.
             * @enum {string,null}
             */
            reason_code: "detached" | "foreign_address" | null;
            /**
             * Format: uuid
             * @description The correction that detached it. Null when none did.
             */
            detached_by: string | null;
        };
        /**
         * @example {
         *       "dry_run": true,
         *       "correction_id": null,
         *       "before": [],
         *       "after": [],
         *       "moved": {
         *         "links": 3,
         *         "leads": 1,
         *         "conversions": 0
         *       }
         *     }
         */
        CorrectionOutcome: {
            /** @description true: nothing was stored. */
            dry_run: boolean;
            /**
             * Format: uuid
             * @description The correction that was made or undone. Null where nothing was stored and it does not exist.
             */
            correction_id: string | null;
            /** @description The people who change, as they were; 100 at most. */
            before: {
                /**
                 * Format: uuid
                 * @description The id of the identity.
                 */
                id: string;
                /** @description Empty when not known. */
                name: string;
                /** @description The address that is shown. */
                email: string;
                /** @description All addresses that are theirs; 100 at most. */
                emails: string[];
                /** @description All user_ids that name them; 100 at most. */
                user_ids: string[];
                /** @description Visitors that are linked to them; 100 at most. */
                visitor_ids: string[];
                /** @description How many visitors are linked to them. */
                visitors: number;
                /** @description How many messages named them. */
                links: number;
                /** @description How many leads are theirs. */
                leads: number;
                /** @description How many conversions are theirs. */
                conversions: number;
            }[];
            /** @description The same as they are, or would be, after it; 100 at most. */
            after: {
                /**
                 * Format: uuid
                 * @description The id of the identity.
                 */
                id: string;
                /** @description Empty when not known. */
                name: string;
                /** @description The address that is shown. */
                email: string;
                /** @description All addresses that are theirs; 100 at most. */
                emails: string[];
                /** @description All user_ids that name them; 100 at most. */
                user_ids: string[];
                /** @description Visitors that are linked to them; 100 at most. */
                visitor_ids: string[];
                /** @description How many visitors are linked to them. */
                visitors: number;
                /** @description How many messages named them. */
                links: number;
                /** @description How many leads are theirs. */
                leads: number;
                /** @description How many conversions are theirs. */
                conversions: number;
            }[];
            /** @description What changes hands. */
            moved: {
                /** @description Links that go to somebody else, or to nobody. */
                links: number;
                /** @description Leads that change hands, open or vanish. */
                leads: number;
                /** @description Conversions that go to somebody else. */
                conversions: number;
            };
        };
        /**
         * @description What somebody put right about who is who.
         * @example {
         *       "id": "01a1f850-1111-7c3e-9d52-3b1f60a7c004",
         *       "kind": "join",
         *       "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
         *       "other_identity_id": "2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a",
         *       "link_id": null,
         *       "visitor_ids": [],
         *       "emails": [],
         *       "user_ids": [],
         *       "by": {
         *         "kind": "key",
         *         "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
         *       },
         *       "created_at": "2026-05-06T15:00:00Z",
         *       "undone_at": null,
         *       "undone_by": null
         *     }
         */
        Correction: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            kind: "detach" | "split" | "join";
            /**
             * Format: uuid
             * @description The person whom it was about, by the id of that time.
             */
            identity_id: string;
            /**
             * Format: uuid
             * @description Of a join the other person, of a split the person that it made. Null otherwise.
             */
            other_identity_id: string | null;
            /**
             * Format: uuid
             * @description The link that was detached. Null otherwise.
             */
            link_id: string | null;
            /** @description Of a split: the visitors that were taken; else empty. */
            visitor_ids: string[];
            /** @description Of a split: the addresses that were taken, in lower case; else empty. */
            emails: string[];
            /** @description Of a split: the user_ids that were taken; else empty. */
            user_ids: string[];
            /** @description Who did it. */
            by: {
                /**
                 * @description A secret key, a member, or the command line.
                 * @enum {string}
                 */
                kind: "key" | "member" | "command";
                /**
                 * Format: uuid
                 * @description Of the key or the member. Null for the command line.
                 */
                id: string | null;
            };
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was undone. Null while it is in force.
             * @example 2026-05-04T09:30:00Z
             */
            undone_at: string | null;
            /** @description Who did it. Null while it is in force. */
            undone_by: {
                /**
                 * @description A secret key, a member, or the command line.
                 * @enum {string}
                 */
                kind: "key" | "member" | "command";
                /**
                 * Format: uuid
                 * @description Of the key or the member. Null for the command line.
                 */
                id: string | null;
            } | null;
        };
        /**
         * @description What somebody decided by hand about a claim of the service.
         * @example {
         *       "id": "01a1f850-2222-7c3e-9d52-3b1f60a7c004",
         *       "kind": "not_company",
         *       "visitor_id": null,
         *       "company_id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
         *       "reason": "Their landlord owns the network",
         *       "by": {
         *         "kind": "key",
         *         "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
         *       },
         *       "created_at": "2026-05-06T15:00:00Z",
         *       "undone_at": null,
         *       "undone_by": null,
         *       "pending": 0
         *     }
         */
        Verdict: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * @description bot: the visitor is one. not_bot: the visitor is none. company: the visitor is of the company. not_company: the visitor is not, or without a visitor nobody is whom the same network or email domain says to be.
             * @enum {string}
             */
            kind: "bot" | "not_bot" | "company" | "not_company";
            /**
             * Format: uuid
             * @description The visitor. Null: everybody with evidence for the company.
             */
            visitor_id: string | null;
            /**
             * Format: uuid
             * @description The company. Null of bots.
             */
            company_id: string | null;
            /** @description As whoever decided it wrote; empty when they wrote nothing. */
            reason: string;
            /** @description Who did it. */
            by: {
                /**
                 * @description A secret key, a member, or the command line.
                 * @enum {string}
                 */
                kind: "key" | "member" | "command";
                /**
                 * Format: uuid
                 * @description Of the key or the member. Null for the command line.
                 */
                id: string | null;
            };
            /**
             * Format: date-time
             * @description When it was decided.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was undone. Null while it is in force.
             * @example 2026-05-04T09:30:00Z
             */
            undone_at: string | null;
            /** @description Who did it. Null while it is in force. */
            undone_by: {
                /**
                 * @description A secret key, a member, or the command line.
                 * @enum {string}
                 */
                kind: "key" | "member" | "command";
                /**
                 * Format: uuid
                 * @description Of the key or the member. Null for the command line.
                 */
                id: string | null;
            } | null;
            /** @description How many visitors, or visits of the one visitor, are still to be brought in line with it or with its undoing; 0 when all are. */
            pending: number;
        };
        /**
         * @description What the service claims of a record, and why.
         * @example {
         *       "claims": [
         *         {
         *           "claim": "bot",
         *           "holds": true,
         *           "value": "GPTBot",
         *           "model": "",
         *           "subject_id": null,
         *           "share": null,
         *           "confidence": 0.99,
         *           "right": null,
         *           "since": "2026-05-04T09:30:00Z",
         *           "verdict_id": null,
         *           "evidence": [
         *             {
         *               "fact": "rule",
         *               "value": "user agent names GPTBot",
         *               "decides": true
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        Evidence: {
            /** @description Of a company the one that counts first. */
            claims: {
                /**
                 * @description What is claimed.
                 * @enum {string}
                 */
                claim: "bot" | "company" | "source" | "credit";
                /** @description Whether it counts: false for who is no bot, and for what a verdict refuses. */
                holds: boolean;
                /** @description The name of the bot, the domain or network of the company, or the channel and origin of the visit; may be empty. */
                value: string;
                /** @description Of credit: the attribution model, such as last_non_direct; else empty. */
                model: string;
                /**
                 * Format: uuid
                 * @description Of a company that; of credit the visit. Null otherwise.
                 */
                subject_id: string | null;
                /** @description Of credit: its part; those of a model add up to 1. Null otherwise. */
                share: number | null;
                /** @description How sure it is, from 0 to 1. */
                confidence: number;
                /** @description By what right it is known: public, device, signed or api. Null where rules tell it. */
                right: string | null;
                /**
                 * Format: date-time
                 * @description When it was first known; of a verdict, when it was given.
                 * @example 2026-05-04T09:30:00Z
                 */
                since: string;
                /**
                 * Format: uuid
                 * @description The verdict that decides it. Null when none does.
                 */
                verdict_id: string | null;
                /** @description What it rests on, what decides first. */
                evidence: {
                    /** @description rule, found, verdict, user_agent, network, connection, utm_source and other tags, click_id, referrer, page, email_domain, network_owner or visit. */
                    fact: string;
                    /** @description As it is known. */
                    value: string;
                    /** @description Without it the claim would be another one. */
                    decides: boolean;
                }[];
            }[];
        };
        /**
         * @description What a message said of a person, and had no right to.
         * @example {
         *       "id": "6a0d5c1e-77b2-8f31-9d0a-4c5e6f708192",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
         *       "kind": "name",
         *       "value": {
         *         "name": "Somebody Else"
         *       },
         *       "reason": "somebody with a stronger right, or who was first, says otherwise",
         *       "reason_code": "outranked",
         *       "right": "public",
         *       "created_at": "2026-05-06T14:01:30Z"
         *     }
         */
        Suggestion: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description The visitor whose message said it.
             */
            visitor_id: string;
            /**
             * Format: uuid
             * @description The person whom it is about. Null when it names nobody.
             */
            identity_id: string | null;
            /**
             * @description What was not followed: the naming of a person as a whole, that the visitor is whom many others say they are, an address (or a user_id beside one that is proved), a name, traits, or a conversion.
             * @enum {string}
             */
            kind: "naming" | "visitor" | "email" | "name" | "traits" | "conversion";
            /** @description What was said. */
            value: {
                [key: string]: unknown;
            };
            /** @description Why it was not followed. */
            reason: string;
            /**
             * @description The same as a word for programs.
             * @enum {string}
             */
            reason_code: "outranked" | "outranked_conversion" | "later_conversion" | "not_proved" | "crowded" | "too_many_traits" | "known_address" | "many_addresses" | "foreign_address" | "no_join" | "other_user_id" | "foreign_user_id" | "quota" | "placeholder" | "other";
            /**
             * @description By what right it was said.
             * @enum {string}
             */
            right: "public" | "device" | "signed" | "api";
            /**
             * Format: date-time
             * @description When it was said.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /**
         * @description A browser or device, or a person of whom only a backend speaks; known or anonymous.
         * @example {
         *       "id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "identity_id": null,
         *       "company_id": null,
         *       "company_confidence": null,
         *       "source": "campaign",
         *       "channel": "paid",
         *       "channel_group": "Paid Search",
         *       "origin": "Google",
         *       "campaign": {
         *         "source": "google",
         *         "medium": "cpc",
         *         "name": "spring"
         *       },
         *       "referrer": "https://www.google.com/",
         *       "entry_url": "https://www.example.com/pricing",
         *       "session_count": 2,
         *       "event_count": 14,
         *       "page_view_count": 9,
         *       "ip": "203.0.113.7",
         *       "city": "Munich",
         *       "country": "Germany",
         *       "state": "person",
         *       "agent": "",
         *       "suspicion": null,
         *       "bot": null,
         *       "first_seen": "2026-05-04T09:30:00Z",
         *       "last_seen": "2026-05-06T14:02:11Z",
         *       "created_at": "2026-05-04T09:30:00Z"
         *     }
         */
        Visitor: {
            /**
             * Format: uuid
             * @description Made by the browser script, or by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The person who was named last on it. Null when anonymous.
             */
            identity_id: string | null;
            /**
             * Format: uuid
             * @description The company that was set by hand, else that of its work address, else of its network: of several that of the strongest right, then the latest. Null when not known.
             */
            company_id: string | null;
            /** @description How sure the company is, from 0 to 1. Null without a company. GET /companies/{id}/evidence tells why. */
            company_confidence: number | null;
            /** @description Where the first visit came from: website, referral or campaign; empty before the first visit. */
            source: string;
            /** @description The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or referral. */
            channel: string;
            /** @description The same by the names of Google Analytics 4, such as Paid Search or Organic Social. */
            channel_group: string;
            /** @description Such as Google, ChatGPT or news.example.org; empty when direct. */
            origin: string;
            /** @description Campaign tags of the first visit; empty when there were none. */
            campaign: {
                [key: string]: unknown;
            };
            /** @description Referrer of the first visit; empty when none. */
            referrer: string;
            /** @description Address of the first page; empty when not known. */
            entry_url: string;
            /** @description Number of visits. */
            session_count: number;
            /** @description Number of messages. */
            event_count: number;
            /** @description Number of page views. */
            page_view_count: number;
            /** @description Of the latest visit; shortened or empty where the workspace stores it so. */
            ip: string;
            /** @description Of the latest visit; empty when not known. */
            city: string;
            /** @description Of the latest visit; empty when not known. */
            country: string;
            /**
             * @description person; agent: a program that acts for one, and counts; suspected: one thing speaks against a person, and it counts; bot: it counts nowhere.
             * @enum {string}
             */
            state: "person" | "agent" | "suspected" | "bot";
            /** @description Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where nothing tells. */
            agent: string;
            /** @description Null unless it is suspected. */
            suspicion: {
                /** @description The facts that speak against a person. */
                reasons: string[];
                /** @description The same as words for programs, in this order. */
                reason_codes: ("by_hand" | "named_by_user_agent" | "named_by_client_hints" | "named_by_signature" | "no_browser" | "no_user_agent" | "hosting_network" | "driven" | "odd_headers")[];
            } | null;
            /** @description Null unless it is one. Lists leave bots out unless bots=true. */
            bot: {
                /** @description Such as GPTBot; empty when it gives no name. */
                name: string;
                /** @description Whose it is, such as OpenAI; empty when not known. */
                operator: string;
                /** @description ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client, headless_browser, automation or other. */
                category: string;
                /** @description The facts that speak for a bot. */
                reasons: string[];
                /** @description The same as words for programs, in this order. */
                reason_codes: ("by_hand" | "named_by_user_agent" | "named_by_client_hints" | "named_by_signature" | "no_browser" | "no_user_agent" | "hosting_network" | "driven" | "odd_headers")[];
            } | null;
            /**
             * Format: date-time
             * @description First visit.
             * @example 2026-05-04T09:30:00Z
             */
            first_seen: string;
            /**
             * Format: date-time
             * @description Latest activity.
             * @example 2026-05-04T09:30:00Z
             */
            last_seen: string;
            /**
             * Format: date-time
             * @description Equals first_seen.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            identity?: components["schemas"]["Identity"];
            company?: components["schemas"]["Company"];
        };
        /**
         * @description One visit of a visitor. It ends after 30 minutes without a message, after 24 hours, or when the visitor comes by another campaign.
         * @example {
         *       "id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "source": "referral",
         *       "channel": "referral",
         *       "channel_group": "Referral",
         *       "origin": "news.example",
         *       "campaign_id": null,
         *       "campaign": {},
         *       "click_ids": {},
         *       "referrer": "https://news.example/",
         *       "entry_url": "https://www.example.com/",
         *       "exit_url": "https://www.example.com/contact",
         *       "event_count": 6,
         *       "page_view_count": 4,
         *       "engaged_seconds": 48,
         *       "duration_seconds": 133,
         *       "is_bounce": false,
         *       "ip": "203.0.113.7",
         *       "city": "Munich",
         *       "country": "Germany",
         *       "network_owner": "Example Telecom",
         *       "connection": "access_provider",
         *       "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0",
         *       "browser": "Chrome",
         *       "os": "Linux",
         *       "device": "desktop",
         *       "locale": "de-DE",
         *       "timezone": "Europe/Berlin",
         *       "screen": "1920x1080",
         *       "state": "person",
         *       "agent": "",
         *       "suspicion": null,
         *       "bot": null,
         *       "started_at": "2026-05-06T14:00:00Z",
         *       "last_activity_at": "2026-05-06T14:02:13Z",
         *       "ended_at": null,
         *       "created_at": "2026-05-06T14:00:00Z"
         *     }
         */
        Session: {
            /**
             * Format: uuid
             * @description Made by the browser script, or by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The visitor.
             */
            visitor_id: string;
            /** @description website, referral or campaign. */
            source: string;
            /** @description The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or referral. */
            channel: string;
            /** @description The same by the names of Google Analytics 4, such as Paid Search or Organic Social. */
            channel_group: string;
            /** @description Such as Google, ChatGPT or news.example.org; empty when direct. */
            origin: string;
            /**
             * Format: uuid
             * @description The campaign of its tags or click id. Null when none.
             */
            campaign_id: string | null;
            /** @description Campaign tags; empty when there were none. */
            campaign: {
                [key: string]: unknown;
            };
            /** @description Click ids, such as gclid; empty when there were none. */
            click_ids: {
                [key: string]: unknown;
            };
            /** @description Empty when none. */
            referrer: string;
            /** @description First page; empty when not known. */
            entry_url: string;
            /** @description Last page so far; empty when not known. */
            exit_url: string;
            /** @description Number of messages. */
            event_count: number;
            /** @description Number of page views. */
            page_view_count: number;
            /** @description Seconds of attention, as the browser tells. */
            engaged_seconds: number;
            /** @description From the first to the last message. */
            duration_seconds: number;
            /** @description At most one page, less than 10 seconds of attention, and no conversion. */
            is_bounce: boolean;
            /** @description Shortened or empty where the workspace stores it so. */
            ip: string;
            /** @description Empty when not known. */
            city: string;
            /** @description Empty when not known. */
            country: string;
            /** @description Whose network it was; empty when not known. */
            network_owner: string;
            /** @description business, access_provider, mobile, hosting, education or government; empty when not known. */
            connection: string;
            /** @description Empty when not known. */
            user_agent: string;
            /** @description Such as Firefox; empty when not known. */
            browser: string;
            /** @description Such as Android; empty when not known. */
            os: string;
            /** @description desktop, mobile, tablet, tv, console, wearable or bot; empty when not known. */
            device: string;
            /** @description Language, such as en-GB; empty when not known. */
            locale: string;
            /** @description IANA time zone; empty when not known. */
            timezone: string;
            /** @description WIDTHxHEIGHT in pixels; empty when not known. */
            screen: string;
            /**
             * @description person; agent: a program that acts for one, and counts; suspected: one thing speaks against a person, and it counts; bot: it counts nowhere.
             * @enum {string}
             */
            state: "person" | "agent" | "suspected" | "bot";
            /** @description Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where nothing tells. */
            agent: string;
            /** @description Null unless it is suspected. */
            suspicion: {
                /** @description The facts that speak against a person. */
                reasons: string[];
                /** @description The same as words for programs, in this order. */
                reason_codes: ("by_hand" | "named_by_user_agent" | "named_by_client_hints" | "named_by_signature" | "no_browser" | "no_user_agent" | "hosting_network" | "driven" | "odd_headers")[];
            } | null;
            /** @description Null unless it is the visit of a bot. */
            bot: {
                /** @description Such as GPTBot; empty when it gives no name. */
                name: string;
                /** @description Whose it is, such as OpenAI; empty when not known. */
                operator: string;
                /** @description ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client, headless_browser, automation or other. */
                category: string;
                /** @description The facts that speak for a bot. */
                reasons: string[];
                /** @description The same as words for programs, in this order. */
                reason_codes: ("by_hand" | "named_by_user_agent" | "named_by_client_hints" | "named_by_signature" | "no_browser" | "no_user_agent" | "hosting_network" | "driven" | "odd_headers")[];
            } | null;
            /**
             * Format: date-time
             * @description First message.
             * @example 2026-05-04T09:30:00Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Last message so far.
             * @example 2026-05-04T09:30:00Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @description When the browser ended it. Null when it has not said so.
             * @example 2026-05-04T09:30:00Z
             */
            ended_at: string | null;
            /**
             * Format: date-time
             * @description Equals started_at.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /** @description With `expand=pages`, in the order of the visit; the first 100. */
            pages?: {
                /** @description Address of the page. */
                url: string;
                /** @description Empty when not known. */
                title: string;
                /**
                 * Format: date-time
                 * @description When it was opened.
                 * @example 2026-05-04T09:30:00Z
                 */
                viewed_at: string;
                /** @description Until the next page was opened; of the last one, until the last message. */
                seconds: number;
            }[];
        };
        /**
         * @description What a visitor allowed and refused, as messages told it.
         * @example {
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "purposes": {
         *         "ads": false,
         *         "analytics": true
         *       },
         *       "first_given_at": "2026-05-04T09:30:00Z",
         *       "last_given_at": "2026-05-06T14:02:11Z",
         *       "received_at": "2026-05-04T09:30:01Z",
         *       "source": "browser"
         *     }
         */
        Consent: {
            /**
             * Format: uuid
             * @description The visitor.
             */
            visitor_id: string;
            /** @description By purpose, whether it was allowed: true or false. */
            purposes: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The first message that told it.
             * @example 2026-05-04T09:30:00Z
             */
            first_given_at: string;
            /**
             * Format: date-time
             * @description The last message that told it.
             * @example 2026-05-04T09:30:00Z
             */
            last_given_at: string;
            /**
             * Format: date-time
             * @description When the first of them came.
             * @example 2026-05-04T09:30:00Z
             */
            received_at: string;
            /** @description Who told it: browser or server. */
            source: string;
        };
        /**
         * @description One visit, with the pages that were viewed.
         * @example {
         *       "id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "source": "referral",
         *       "channel": "referral",
         *       "channel_group": "Referral",
         *       "origin": "news.example",
         *       "campaign_id": null,
         *       "campaign": {},
         *       "click_ids": {},
         *       "referrer": "https://news.example/",
         *       "entry_url": "https://www.example.com/",
         *       "exit_url": "https://www.example.com/contact",
         *       "event_count": 6,
         *       "page_view_count": 4,
         *       "engaged_seconds": 48,
         *       "duration_seconds": 133,
         *       "is_bounce": false,
         *       "ip": "203.0.113.7",
         *       "city": "Munich",
         *       "country": "Germany",
         *       "network_owner": "Example Telecom",
         *       "connection": "access_provider",
         *       "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0",
         *       "browser": "Chrome",
         *       "os": "Linux",
         *       "device": "desktop",
         *       "locale": "de-DE",
         *       "timezone": "Europe/Berlin",
         *       "screen": "1920x1080",
         *       "state": "person",
         *       "agent": "",
         *       "suspicion": null,
         *       "bot": null,
         *       "started_at": "2026-05-06T14:00:00Z",
         *       "last_activity_at": "2026-05-06T14:02:13Z",
         *       "ended_at": null,
         *       "created_at": "2026-05-06T14:00:00Z",
         *       "pages": [
         *         {
         *           "url": "https://www.example.com/",
         *           "title": "Home",
         *           "viewed_at": "2026-05-06T14:00:00Z",
         *           "seconds": 41
         *         },
         *         {
         *           "url": "https://www.example.com/contact",
         *           "title": "Contact",
         *           "viewed_at": "2026-05-06T14:00:41Z",
         *           "seconds": 92
         *         }
         *       ]
         *     }
         */
        SessionWithPages: {
            /**
             * Format: uuid
             * @description Made by the browser script, or by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The visitor.
             */
            visitor_id: string;
            /** @description website, referral or campaign. */
            source: string;
            /** @description The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or referral. */
            channel: string;
            /** @description The same by the names of Google Analytics 4, such as Paid Search or Organic Social. */
            channel_group: string;
            /** @description Such as Google, ChatGPT or news.example.org; empty when direct. */
            origin: string;
            /**
             * Format: uuid
             * @description The campaign of its tags or click id. Null when none.
             */
            campaign_id: string | null;
            /** @description Campaign tags; empty when there were none. */
            campaign: {
                [key: string]: unknown;
            };
            /** @description Click ids, such as gclid; empty when there were none. */
            click_ids: {
                [key: string]: unknown;
            };
            /** @description Empty when none. */
            referrer: string;
            /** @description First page; empty when not known. */
            entry_url: string;
            /** @description Last page so far; empty when not known. */
            exit_url: string;
            /** @description Number of messages. */
            event_count: number;
            /** @description Number of page views. */
            page_view_count: number;
            /** @description Seconds of attention, as the browser tells. */
            engaged_seconds: number;
            /** @description From the first to the last message. */
            duration_seconds: number;
            /** @description At most one page, less than 10 seconds of attention, and no conversion. */
            is_bounce: boolean;
            /** @description Shortened or empty where the workspace stores it so. */
            ip: string;
            /** @description Empty when not known. */
            city: string;
            /** @description Empty when not known. */
            country: string;
            /** @description Whose network it was; empty when not known. */
            network_owner: string;
            /** @description business, access_provider, mobile, hosting, education or government; empty when not known. */
            connection: string;
            /** @description Empty when not known. */
            user_agent: string;
            /** @description Such as Firefox; empty when not known. */
            browser: string;
            /** @description Such as Android; empty when not known. */
            os: string;
            /** @description desktop, mobile, tablet, tv, console, wearable or bot; empty when not known. */
            device: string;
            /** @description Language, such as en-GB; empty when not known. */
            locale: string;
            /** @description IANA time zone; empty when not known. */
            timezone: string;
            /** @description WIDTHxHEIGHT in pixels; empty when not known. */
            screen: string;
            /**
             * @description person; agent: a program that acts for one, and counts; suspected: one thing speaks against a person, and it counts; bot: it counts nowhere.
             * @enum {string}
             */
            state: "person" | "agent" | "suspected" | "bot";
            /** @description Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where nothing tells. */
            agent: string;
            /** @description Null unless it is suspected. */
            suspicion: {
                /** @description The facts that speak against a person. */
                reasons: string[];
                /** @description The same as words for programs, in this order. */
                reason_codes: ("by_hand" | "named_by_user_agent" | "named_by_client_hints" | "named_by_signature" | "no_browser" | "no_user_agent" | "hosting_network" | "driven" | "odd_headers")[];
            } | null;
            /** @description Null unless it is the visit of a bot. */
            bot: {
                /** @description Such as GPTBot; empty when it gives no name. */
                name: string;
                /** @description Whose it is, such as OpenAI; empty when not known. */
                operator: string;
                /** @description ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client, headless_browser, automation or other. */
                category: string;
                /** @description The facts that speak for a bot. */
                reasons: string[];
                /** @description The same as words for programs, in this order. */
                reason_codes: ("by_hand" | "named_by_user_agent" | "named_by_client_hints" | "named_by_signature" | "no_browser" | "no_user_agent" | "hosting_network" | "driven" | "odd_headers")[];
            } | null;
            /**
             * Format: date-time
             * @description First message.
             * @example 2026-05-04T09:30:00Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description Last message so far.
             * @example 2026-05-04T09:30:00Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @description When the browser ended it. Null when it has not said so.
             * @example 2026-05-04T09:30:00Z
             */
            ended_at: string | null;
            /**
             * Format: date-time
             * @description Equals started_at.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /** @description In the order of the visit; the first 500. */
            pages: {
                /** @description Address of the page. */
                url: string;
                /** @description Empty when not known. */
                title: string;
                /**
                 * Format: date-time
                 * @description When it was opened.
                 * @example 2026-05-04T09:30:00Z
                 */
                viewed_at: string;
                /** @description Until the next page was opened; of the last one, until the last message. */
                seconds: number;
            }[];
        };
        /**
         * @description A message as it is stored. Messages about a session itself are left out.
         * @example {
         *       "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
         *       "type": "event",
         *       "name": "page_view",
         *       "url": "https://www.example.com/pricing",
         *       "title": "Pricing",
         *       "referrer": "https://www.example.com/",
         *       "properties": {},
         *       "created_at": "2026-05-06T14:01:30Z"
         *     }
         */
        Event: {
            /**
             * Format: uuid
             * @description Made from the time and the message_id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The visitor.
             */
            visitor_id: string;
            /**
             * Format: uuid
             * @description The visit that it belongs to.
             */
            session_id: string;
            /** @description event, identify or conversion. */
            type: string;
            /** @description Of the event or conversion, such as page_view; empty for identify. */
            name: string;
            /** @description Address of the page; empty when not known. */
            url: string;
            /** @description Title of the page; empty when not known. */
            title: string;
            /** @description Empty when none. */
            referrer: string;
            /** @description As they were sent. */
            properties: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /**
         * @description Who is here now.
         * @example {
         *       "visitors_5_minutes": 1,
         *       "visitors_30_minutes": 1,
         *       "minutes": [
         *         {
         *           "minute": "2026-05-06T14:02:00Z",
         *           "visitors": 1,
         *           "page_views": 4
         *         }
         *       ],
         *       "visitors": [
         *         {
         *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *           "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
         *           "page": {
         *             "url": "https://www.example.com/contact",
         *             "title": "Contact"
         *           },
         *           "page_view_count": 4,
         *           "source": "referral",
         *           "channel": "referral",
         *           "origin": "news.example",
         *           "campaign": {},
         *           "place": {
         *             "city": "Munich",
         *             "country": "Germany"
         *           },
         *           "company": {
         *             "id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
         *             "name": "Acme",
         *             "domain": "acme.example"
         *           },
         *           "identity": null,
         *           "since": "2026-05-06T14:00:00Z",
         *           "last_activity_at": "2026-05-06T14:02:13Z"
         *         }
         *       ]
         *     }
         */
        Live: {
            /** @description Visitors of the last 5 minutes, exactly. */
            visitors_5_minutes: number;
            /** @description Visitors of the last 30 minutes, exactly. */
            visitors_30_minutes: number;
            /** @description The last 30, the oldest first. */
            minutes: {
                /**
                 * Format: date-time
                 * @description When the minute began.
                 * @example 2026-05-04T09:30:00Z
                 */
                minute: string;
                /** @description Visitors with a message in it. */
                visitors: number;
                /** @description Page views in it. */
                page_views: number;
            }[];
            /** @description Those of the last 30 minutes with their latest visit, the latest first. */
            visitors: {
                /**
                 * Format: uuid
                 * @description The visitor.
                 */
                visitor_id: string;
                /**
                 * Format: uuid
                 * @description The visit.
                 */
                session_id: string;
                page: {
                    /** @description The last page so far; empty when not known. */
                    url: string;
                    /** @description Empty when not known. */
                    title: string;
                };
                /** @description Pages of this visit. */
                page_view_count: number;
                /** @description Where the visit came from: website, referral or campaign. */
                source: string;
                /** @description The same in more detail, as of sessions. */
                channel: string;
                /** @description Such as Google or ChatGPT; empty when direct. */
                origin: string;
                /** @description Campaign tags; empty when there were none. */
                campaign: {
                    [key: string]: unknown;
                };
                place: {
                    /** @description Empty when not known. */
                    city: string;
                    /** @description Empty when not known. */
                    country: string;
                };
                /** @description Null when not known, and to keys that may not read companies. */
                company: {
                    /**
                     * Format: uuid
                     * @description The company.
                     */
                    id: string;
                    /** @description Empty when not known. */
                    name: string;
                    /** @description Empty when it is known by its network alone. */
                    domain: string;
                } | null;
                /** @description Null when anonymous. */
                identity: {
                    /**
                     * Format: uuid
                     * @description The identity.
                     */
                    id: string;
                    /** @description Empty when not known. */
                    name: string;
                    /** @description Empty when not known. */
                    email: string;
                } | null;
                /**
                 * Format: date-time
                 * @description When the visit began.
                 * @example 2026-05-04T09:30:00Z
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description Latest message.
                 * @example 2026-05-04T09:30:00Z
                 */
                last_activity_at: string;
            }[];
        };
        /**
         * @description A fact that links a visitor to a company.
         * @example {
         *       "kind": "email_domain",
         *       "value": "acme.example",
         *       "confidence": 0.95,
         *       "right": "device",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "first_seen_at": "2026-05-04T09:30:00Z"
         *     }
         */
        CompanyEvidence: {
            /**
             * @description email_domain: the visitor, or its person on another device, gave a work address of the company. network_owner: the visit came from a network of the company. set_by_hand: somebody decided it.
             * @enum {string}
             */
            kind: "email_domain" | "network_owner" | "set_by_hand";
            /** @description The domain, the AS number and holder of the network, or the id of the verdict. */
            value: string;
            /** @description How far the fact can be trusted, from 0 to 1: 0.95 for email_domain, 0.6 for network_owner, 1 for set_by_hand. */
            confidence: number;
            /**
             * @description The strongest right by which it came: public (a write key alone), device, signed or api. Among facts of one kind the stronger right decides which company a visitor belongs to.
             * @enum {string}
             */
            right: "public" | "device" | "signed" | "api";
            /**
             * Format: uuid
             * @description The visitor of whom this is known.
             */
            visitor_id: string;
            /**
             * Format: date-time
             * @description When it was first seen.
             * @example 2026-05-04T09:30:00Z
             */
            first_seen_at: string;
        };
        /**
         * @description A goal that a visitor reached.
         * @example {
         *       "id": "00000000-0000-8a3b-9c1d-52f0a7b6d3e4",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
         *       "identity_id": null,
         *       "lead_id": null,
         *       "name": "purchase",
         *       "value": 49.5,
         *       "currency": "EUR",
         *       "external_id": "order-1001",
         *       "code": "",
         *       "properties": {
         *         "plan": "team"
         *       },
         *       "right": "signed",
         *       "created_at": "2026-05-06T14:01:30Z",
         *       "first_touch": {
         *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *         "session_id": "01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01",
         *         "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
         *         "source": "campaign",
         *         "touched_at": "2026-05-04T09:30:00Z"
         *       },
         *       "last_non_direct": {
         *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *         "session_id": "01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01",
         *         "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
         *         "source": "campaign",
         *         "touched_at": "2026-05-04T09:30:00Z"
         *       },
         *       "last_touch": {
         *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *         "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
         *         "campaign_id": null,
         *         "source": "website",
         *         "touched_at": "2026-05-06T13:58:12Z"
         *       }
         *     }
         */
        Conversion: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /**
             * Format: uuid
             * @description The visitor who converted.
             */
            visitor_id: string;
            /**
             * Format: uuid
             * @description The visit in which it happened.
             */
            session_id: string;
            /**
             * Format: uuid
             * @description The person whose visit it was. Null when anonymous.
             */
            identity_id: string | null;
            /**
             * Format: uuid
             * @description The lead that it opened or belongs to. Null when none.
             */
            lead_id: string | null;
            /** @description signup, purchase, or any. */
            name: string;
            /** @description Worth, in the currency. Null when not given. */
            value: number | null;
            /** @description ISO 4217 code; empty when not given. */
            currency: string;
            /** @description Your id of it; empty when not given. */
            external_id: string;
            /** @description Empty when not given. */
            code: string;
            /** @description Custom key-value properties. */
            properties: {
                [key: string]: unknown;
            };
            /**
             * @description public: said with a write key alone, which anyone can. signed: proved.
             * @enum {string}
             */
            right: "public" | "device" | "signed" | "api";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            identity?: components["schemas"]["Identity"];
            /** @description The first visit of the person until then. Null until it is worked out, within a minute, and for bots. */
            first_touch: {
                /**
                 * Format: uuid
                 * @description The visitor; another one of the same person where they used several devices.
                 */
                visitor_id: string;
                /**
                 * Format: uuid
                 * @description The visit.
                 */
                session_id: string;
                /**
                 * Format: uuid
                 * @description The campaign of the visit. Null when it came from none.
                 */
                campaign_id: string | null;
                /** @description website, referral or campaign. */
                source: string;
                /**
                 * Format: date-time
                 * @description When the visit began.
                 * @example 2026-05-04T09:30:00Z
                 */
                touched_at: string;
            } | null;
            /** @description The last visit of the person until then that tags, a click id or another site brought; the last one where there is none. Null until it is worked out, within a minute, and for bots. */
            last_non_direct: {
                /**
                 * Format: uuid
                 * @description The visitor; another one of the same person where they used several devices.
                 */
                visitor_id: string;
                /**
                 * Format: uuid
                 * @description The visit.
                 */
                session_id: string;
                /**
                 * Format: uuid
                 * @description The campaign of the visit. Null when it came from none.
                 */
                campaign_id: string | null;
                /** @description website, referral or campaign. */
                source: string;
                /**
                 * Format: date-time
                 * @description When the visit began.
                 * @example 2026-05-04T09:30:00Z
                 */
                touched_at: string;
            } | null;
            /** @description The last visit of the person until then. Null until it is worked out, within a minute, and for bots. */
            last_touch: {
                /**
                 * Format: uuid
                 * @description The visitor; another one of the same person where they used several devices.
                 */
                visitor_id: string;
                /**
                 * Format: uuid
                 * @description The visit.
                 */
                session_id: string;
                /**
                 * Format: uuid
                 * @description The campaign of the visit. Null when it came from none.
                 */
                campaign_id: string | null;
                /** @description website, referral or campaign. */
                source: string;
                /**
                 * Format: date-time
                 * @description When the visit began.
                 * @example 2026-05-04T09:30:00Z
                 */
                touched_at: string;
            } | null;
        };
        /**
         * @description A campaign. It appears by itself from the tags or click ids of visits, or from its spend.
         * @example {
         *       "id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
         *       "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
         *       "name": "spring",
         *       "source": "google",
         *       "medium": "cpc",
         *       "created_at": "2026-05-04T09:30:00Z"
         *     }
         */
        Campaign: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: uuid
             * @description Always the caller's workspace.
             */
            workspace_id: string;
            /** @description utm_campaign; empty when the visits had none. */
            name: string;
            /** @description utm_source; empty when the visits had none. */
            source: string;
            /** @description utm_medium; empty when the visits had none. */
            medium: string;
            /**
             * Format: date-time
             * @description When its first visit came, or the first day that it cost something.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /**
         * @description What a campaign cost in a period, and what came of it.
         * @example {
         *       "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
         *       "name": "spring",
         *       "source": "google",
         *       "medium": "cpc",
         *       "from": "2026-05-01T00:00:00Z",
         *       "to": null,
         *       "model": "last_non_direct",
         *       "visitors": 120,
         *       "sessions": 154,
         *       "leads": 5,
         *       "conversions": 6,
         *       "revenue": [
         *         {
         *           "currency": "EUR",
         *           "value": 297
         *         }
         *       ],
         *       "spend": [
         *         {
         *           "currency": "EUR",
         *           "value": 118.8
         *         }
         *       ],
         *       "cost_per_lead": [
         *         {
         *           "currency": "EUR",
         *           "value": 23.76
         *         }
         *       ],
         *       "return": [
         *         {
         *           "currency": "EUR",
         *           "value": 2.5,
         *           "reason_code": null
         *         }
         *       ]
         *     }
         */
        CampaignPerformance: {
            /**
             * Format: uuid
             * @description The campaign.
             */
            campaign_id: string;
            /** @description Name of the campaign. */
            name: string;
            /** @description Source of the campaign. */
            source: string;
            /** @description Medium of the campaign. */
            medium: string;
            /**
             * Format: date-time
             * @description Start of the period (inclusive). Null: from the beginning.
             * @example 2026-05-04T09:30:00Z
             */
            from: string | null;
            /**
             * Format: date-time
             * @description End of the period (exclusive). Null: until now.
             * @example 2026-05-04T09:30:00Z
             */
            to: string | null;
            /**
             * @description What a conversion or lead is credited to: `last_non_direct` the last visit that tags, a click id or another site brought; where there is none, the last visit; `last_touch` the last visit before it happened, the one in which it happened included; `first_touch` the first visit of the person; `linear` all visits in equal parts; `position` 40 % the first visit, 40 % the last, the rest those between in equal parts; two visits a half each; `time_decay` all visits, one that is seven days older by half as much. Of more than 20 visits the first and the last 19 share.
             * @enum {string}
             */
            model: "last_non_direct" | "last_touch" | "first_touch" | "linear" | "position" | "time_decay";
            /** @description Visitors whose visits of the campaign began in the period, without bots. */
            visitors: number;
            /** @description Their visits of the campaign in the period. */
            sessions: number;
            /** @description Leads of the period that are credited to the campaign; with parts where several visits share one. */
            leads: number;
            /** @description Conversions of the period that are credited to the campaign; with parts, too. */
            conversions: number;
            /** @description Worth of those conversions, of a part its part to the hundredth. A row for each currency. */
            revenue: {
                /** @description ISO 4217 code; empty when not given. */
                currency: string;
                /** @description The sum. */
                value: number;
            }[];
            /** @description What the campaign cost on the days of the period. A row for each currency. */
            spend: {
                /** @description ISO 4217 code; empty when not given. */
                currency: string;
                /** @description The sum. */
                value: number;
            }[];
            /** @description Spend by leads, rounded to hundredths; a row for each currency of the spend. */
            cost_per_lead: {
                /** @description ISO 4217 code; empty when not given. */
                currency: string;
                /** @description The ratio. Null without a lead. */
                value: number | null;
            }[];
            /** @description Revenue by spend, rounded to four digits: 2.5 means that 1 brought in 2.50. A row for each currency of either. */
            return: {
                /** @description ISO 4217 code; empty when not given. */
                currency: string;
                /** @description The ratio. Null where the reason says why. */
                value: number | null;
                /**
                 * @description Why there is no ratio: `no_spend`, nothing was spent; `other_currency`, what was spent and what came of it are in different currencies, which are not converted. Null with a ratio.
                 * @enum {string,null}
                 */
                reason_code: "no_spend" | "other_currency" | null;
            }[];
        };
        /**
         * @description A segment: a list of visitors.
         * @example {
         *       "id": "01a1f844-3333-7c3e-9d52-3b1f60a7c003",
         *       "name": "Asked for a demo",
         *       "description": "To call this week.",
         *       "color": "#2563EB",
         *       "created_at": "2026-05-04T09:30:00Z"
         *     }
         */
        VisitorList: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /** @description Name of the list. */
            name: string;
            /** @description Empty when not given. */
            description: string;
            /** @description Hex colour, #RRGGBB. */
            color: string;
            /**
             * Format: date-time
             * @description When the list was made.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * @description Of whom the list is, where it keeps itself. Absent from lists that are kept by hand, as are the following.
             * @enum {string}
             */
            of?: "visitors" | "identities";
            /** @description Who is on the list: those of whom this is true. As text. */
            filter?: string;
            /** @description The same filter as a JSON tree. */
            filter_tree?: {
                [key: string]: unknown;
            };
            upkeep?: {
                /**
                 * @description filling: not all members are there yet. kept: they follow what happens. failing: they do not, for the reason in `error`, and are as of `as_of`; it is tried again.
                 * @enum {string}
                 */
                state: "filling" | "kept" | "failing";
                /** @description How many members there are, exactly. */
                members: number;
                /**
                 * Format: date-time
                 * @description What happened before then is in the members; what happened later may be missing. Null before they were there for the first time.
                 * @example 2026-05-04T09:30:00Z
                 */
                as_of: string | null;
                /** @description takes_too_long: ask for less, such as a shorter `within`. too_many_members: more than 1000000; narrow the filter. events_removed: the filter asks for events of a time whose events retention has removed; ask with a shorter `within`. failed: the log of the service tells why. Null while it does not fail. */
                error: string | null;
                /**
                 * Format: date-time
                 * @description When it is tried again. Null while it does not fail.
                 * @example 2026-05-04T09:30:00Z
                 */
                retry_at: string | null;
            };
        };
        /**
         * @example {
         *       "of": "identities",
         *       "total": 1,
         *       "approximate": false,
         *       "sample": [
         *         "01a1f843-753c-76b8-835a-667c2bb1be56"
         *       ]
         *     }
         */
        ListPreview: {
            /**
             * @description Of whom.
             * @enum {string}
             */
            of: "visitors" | "identities";
            /** @description Of how many the filter is true now. */
            total: number;
            /** @description true: `total` is estimated from a part of the visitors or identities, with `total_error`. false: it is exact. */
            approximate: boolean;
            /** @description Only where `approximate` is true: the exact number lies this far from `total` at most, in 95 of 100 cases. */
            total_error?: number;
            /** @description Ids of the newest of them, 20 at most; of those that were looked at, where that was a part. */
            sample: string[];
        };
        /**
         * @description A visitor or identity on a list.
         * @example {
         *       "id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "type": "visitor",
         *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
         *       "identity_id": null,
         *       "created_at": "2026-05-04T09:30:00Z"
         *     }
         */
        ListMember: {
            /**
             * Format: uuid
             * @description The visitor or identity that is on the list.
             */
            id: string;
            /**
             * @description Which of the two.
             * @enum {string}
             */
            type: "visitor" | "identity";
            /**
             * Format: uuid
             * @description The visitor. Null for an identity.
             */
            visitor_id: string | null;
            /**
             * Format: uuid
             * @description The identity. Null for a visitor.
             */
            identity_id: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /**
         * @example {
         *       "added": 1,
         *       "already_there": 1,
         *       "visitor_ids": [
         *         "01a1f843-753c-76b8-835a-667c2bb1be56"
         *       ],
         *       "identity_ids": []
         *     }
         */
        ListAddition: {
            /** @description How many were not on the list before. */
            added: number;
            /** @description How many were on it already. */
            already_there: number;
            /** @description Visitors who were added. */
            visitor_ids: string[];
            /** @description Identities that were added. */
            identity_ids: string[];
        };
        /**
         * @example {
         *       "removed": 1,
         *       "not_there": 0,
         *       "visitor_ids": [
         *         "01a1f843-753c-76b8-835a-667c2bb1be56"
         *       ],
         *       "identity_ids": []
         *     }
         */
        ListRemoval: {
            /** @description How many were on the list. */
            removed: number;
            /** @description How many were not on it. */
            not_there: number;
            /** @description Visitors who were removed. */
            visitor_ids: string[];
            /** @description Identities that were removed. */
            identity_ids: string[];
        };
        /**
         * @description Figures of a range of time. Bots are never counted; test data only where it is asked for. A visit counts whole where it began: its page views and its attention belong to the hour of its beginning. Leads and conversions count when they happened, under the dimensions of the visit in which they did.
         * @example {
         *       "since": "2026-03-01T00:00:00Z",
         *       "until": "2026-04-01T00:00:00Z",
         *       "previous_range": {
         *         "since": "2026-02-01T00:00:00Z",
         *         "until": "2026-03-01T00:00:00Z"
         *       },
         *       "time_zone": "UTC",
         *       "as_of": null,
         *       "approximate": false,
         *       "total": {
         *         "visitors": 1204,
         *         "sessions": 1630
         *       },
         *       "previous_total": {
         *         "visitors": 1010,
         *         "sessions": 1391
         *       },
         *       "groups": 9,
         *       "rows": [
         *         {
         *           "time": null,
         *           "dimensions": [
         *             {
         *               "name": "source",
         *               "value": "Google",
         *               "label": "Google"
         *             }
         *           ],
         *           "figures": {
         *             "visitors": 512,
         *             "sessions": 640
         *           },
         *           "previous": {
         *             "visitors": 430,
         *             "sessions": 544
         *           }
         *         }
         *       ]
         *     }
         */
        Stats: {
            /**
             * Format: date-time
             * @description Where the range begins (inclusive).
             * @example 2026-05-04T09:30:00Z
             */
            since: string;
            /**
             * Format: date-time
             * @description Where it ends (exclusive).
             * @example 2026-05-04T09:30:00Z
             */
            until: string;
            /** @description The period before, where a comparison was asked for. */
            previous_range?: {
                /**
                 * Format: date-time
                 * @description Where it begins (inclusive).
                 * @example 2026-05-04T09:30:00Z
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description Where it ends (exclusive).
                 * @example 2026-05-04T09:30:00Z
                 */
                until: string;
            };
            /** @description Whose hours and days these are. */
            time_zone: string;
            /**
             * Format: date-time
             * @description Everything that was answered before then is counted. Null when nothing waits to be counted: everything is.
             * @example 2026-05-04T09:30:00Z
             */
            as_of: string | null;
            /** @description true: `visitors` of the rows or of the total are estimated from a sample of visitors, with `visitors_error`. All other figures are exact, always. */
            approximate: boolean;
            /** @description The figures that were asked for, and no others. */
            total: {
                /** @description Number of different visitors with a visit that began in the range. */
                visitors?: number;
                /** @description Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases. */
                visitors_error?: number;
                /** @description Number of visits that began in the range. */
                sessions?: number;
                /** @description Number of pages that were viewed in these visits. */
                page_views?: number;
                /** @description From 0 to 1: share of these visits with one page at most, below 10 s of attention and no conversion. Null without a visit. */
                bounce_rate?: number | null;
                /** @description Number of seconds for which these visits held attention. */
                engaged_seconds?: number;
                /** @description The same for one visit, to a tenth. Null without a visit. */
                average_engaged_seconds?: number | null;
                /** @description Number of leads that opened in the range. */
                leads?: number;
                /** @description Number of conversions that happened in the range. */
                conversions?: number;
                /** @description Worth of the conversions of the range that have one; a row for each currency. */
                revenue?: {
                    /** @description ISO 4217 code; empty when not given. */
                    currency: string;
                    /** @description The sum. */
                    value: number;
                }[];
            };
            /** @description The figures that were asked for, and no others. */
            previous_total?: {
                /** @description Number of different visitors with a visit that began in the range. */
                visitors?: number;
                /** @description Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases. */
                visitors_error?: number;
                /** @description Number of visits that began in the range. */
                sessions?: number;
                /** @description Number of pages that were viewed in these visits. */
                page_views?: number;
                /** @description From 0 to 1: share of these visits with one page at most, below 10 s of attention and no conversion. Null without a visit. */
                bounce_rate?: number | null;
                /** @description Number of seconds for which these visits held attention. */
                engaged_seconds?: number;
                /** @description The same for one visit, to a tenth. Null without a visit. */
                average_engaged_seconds?: number | null;
                /** @description Number of leads that opened in the range. */
                leads?: number;
                /** @description Number of conversions that happened in the range. */
                conversions?: number;
                /** @description Worth of the conversions of the range that have one; a row for each currency. */
                revenue?: {
                    /** @description ISO 4217 code; empty when not given. */
                    currency: string;
                    /** @description The sum. */
                    value: number;
                }[];
            };
            /** @description How many groups there are, of which the first `top` are shown. */
            groups: number;
            /** @description By time, or by the figure of `sort`. */
            rows: {
                /**
                 * Format: date-time
                 * @description When the hour, day, week or month begins in the time zone. Null without an interval.
                 * @example 2026-05-04T09:30:00Z
                 */
                time: string | null;
                /** @description What is counted in this row, in the order in which it was asked for. */
                dimensions: {
                    /**
                     * @description The dimension.
                     * @enum {string}
                     */
                    name: "channel" | "channel_group" | "source" | "campaign" | "country" | "device" | "browser" | "agent" | "landing_page" | "exit_page" | "city" | "company" | "page" | "list";
                    /** @description Its value, as a filter takes it; empty where the visit has none. */
                    value: string;
                    /** @description The same for people: the name of a campaign, company or list. */
                    label: string;
                }[];
                /** @description The figures that were asked for, and no others. */
                figures: {
                    /** @description Number of different visitors with a visit that began in the range. */
                    visitors?: number;
                    /** @description Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases. */
                    visitors_error?: number;
                    /** @description Number of visits that began in the range. */
                    sessions?: number;
                    /** @description Number of pages that were viewed in these visits. */
                    page_views?: number;
                    /** @description From 0 to 1: share of these visits with one page at most, below 10 s of attention and no conversion. Null without a visit. */
                    bounce_rate?: number | null;
                    /** @description Number of seconds for which these visits held attention. */
                    engaged_seconds?: number;
                    /** @description The same for one visit, to a tenth. Null without a visit. */
                    average_engaged_seconds?: number | null;
                    /** @description Number of leads that opened in the range. */
                    leads?: number;
                    /** @description Number of conversions that happened in the range. */
                    conversions?: number;
                    /** @description Worth of the conversions of the range that have one; a row for each currency. */
                    revenue?: {
                        /** @description ISO 4217 code; empty when not given. */
                        currency: string;
                        /** @description The sum. */
                        value: number;
                    }[];
                };
                /** @description The figures that were asked for, and no others. */
                previous?: {
                    /** @description Number of different visitors with a visit that began in the range. */
                    visitors?: number;
                    /** @description Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases. */
                    visitors_error?: number;
                    /** @description Number of visits that began in the range. */
                    sessions?: number;
                    /** @description Number of pages that were viewed in these visits. */
                    page_views?: number;
                    /** @description From 0 to 1: share of these visits with one page at most, below 10 s of attention and no conversion. Null without a visit. */
                    bounce_rate?: number | null;
                    /** @description Number of seconds for which these visits held attention. */
                    engaged_seconds?: number;
                    /** @description The same for one visit, to a tenth. Null without a visit. */
                    average_engaged_seconds?: number | null;
                    /** @description Number of leads that opened in the range. */
                    leads?: number;
                    /** @description Number of conversions that happened in the range. */
                    conversions?: number;
                    /** @description Worth of the conversions of the range that have one; a row for each currency. */
                    revenue?: {
                        /** @description ISO 4217 code; empty when not given. */
                        currency: string;
                        /** @description The sum. */
                        value: number;
                    }[];
                };
            }[];
            /** @description In the order in which they were asked for. */
            breakdowns?: {
                /**
                 * @description By what it is counted.
                 * @enum {string}
                 */
                dimension: "channel" | "channel_group" | "source" | "campaign" | "country" | "device" | "browser" | "agent" | "landing_page" | "exit_page" | "city" | "company" | "page" | "list";
                /** @description How many groups there are, of which the first `top` are shown. */
                groups: number;
                /** @description By their figure, the largest first. */
                rows: {
                    /**
                     * Format: date-time
                     * @description When the hour, day, week or month begins in the time zone. Null without an interval.
                     * @example 2026-05-04T09:30:00Z
                     */
                    time: string | null;
                    /** @description What is counted in this row, in the order in which it was asked for. */
                    dimensions: {
                        /**
                         * @description The dimension.
                         * @enum {string}
                         */
                        name: "channel" | "channel_group" | "source" | "campaign" | "country" | "device" | "browser" | "agent" | "landing_page" | "exit_page" | "city" | "company" | "page" | "list";
                        /** @description Its value, as a filter takes it; empty where the visit has none. */
                        value: string;
                        /** @description The same for people: the name of a campaign, company or list. */
                        label: string;
                    }[];
                    /** @description The figures that were asked for, and no others. */
                    figures: {
                        /** @description Number of different visitors with a visit that began in the range. */
                        visitors?: number;
                        /** @description Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases. */
                        visitors_error?: number;
                        /** @description Number of visits that began in the range. */
                        sessions?: number;
                        /** @description Number of pages that were viewed in these visits. */
                        page_views?: number;
                        /** @description From 0 to 1: share of these visits with one page at most, below 10 s of attention and no conversion. Null without a visit. */
                        bounce_rate?: number | null;
                        /** @description Number of seconds for which these visits held attention. */
                        engaged_seconds?: number;
                        /** @description The same for one visit, to a tenth. Null without a visit. */
                        average_engaged_seconds?: number | null;
                        /** @description Number of leads that opened in the range. */
                        leads?: number;
                        /** @description Number of conversions that happened in the range. */
                        conversions?: number;
                        /** @description Worth of the conversions of the range that have one; a row for each currency. */
                        revenue?: {
                            /** @description ISO 4217 code; empty when not given. */
                            currency: string;
                            /** @description The sum. */
                            value: number;
                        }[];
                    };
                    /** @description The figures that were asked for, and no others. */
                    previous?: {
                        /** @description Number of different visitors with a visit that began in the range. */
                        visitors?: number;
                        /** @description Only where `approximate` is true: the exact number lies this far from `visitors` at most, in 95 of 100 cases. */
                        visitors_error?: number;
                        /** @description Number of visits that began in the range. */
                        sessions?: number;
                        /** @description Number of pages that were viewed in these visits. */
                        page_views?: number;
                        /** @description From 0 to 1: share of these visits with one page at most, below 10 s of attention and no conversion. Null without a visit. */
                        bounce_rate?: number | null;
                        /** @description Number of seconds for which these visits held attention. */
                        engaged_seconds?: number;
                        /** @description The same for one visit, to a tenth. Null without a visit. */
                        average_engaged_seconds?: number | null;
                        /** @description Number of leads that opened in the range. */
                        leads?: number;
                        /** @description Number of conversions that happened in the range. */
                        conversions?: number;
                        /** @description Worth of the conversions of the range that have one; a row for each currency. */
                        revenue?: {
                            /** @description ISO 4217 code; empty when not given. */
                            currency: string;
                            /** @description The sum. */
                            value: number;
                        }[];
                    };
                }[];
            }[];
        };
        /**
         * @description A member of the workspace.
         * @example {
         *       "id": "01a1f840-2222-7c3e-9d52-3b1f60a7c002",
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper",
         *       "avatar": "",
         *       "username": "",
         *       "language": "en",
         *       "created_at": "2026-05-01T08:00:00Z",
         *       "workspace_role": "admin",
         *       "joined_at": "2026-05-01T08:00:00Z"
         *     }
         */
        User: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /** @description Email address. */
            email: string;
            /** @description Full name. */
            name: string;
            /** @description URL of the avatar image: `https:`, or `data:` where it is kept with the account; empty when there is none. */
            avatar: string;
            /** @description Empty when not set. */
            username: string;
            /** @description Preferred language code. */
            language: string;
            /**
             * Format: date-time
             * @description Account creation.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * @description Role in the workspace.
             * @enum {string}
             */
            workspace_role: "admin" | "member" | "viewer";
            /**
             * Format: date-time
             * @description When the user joined the workspace.
             * @example 2026-05-04T09:30:00Z
             */
            joined_at: string;
            /** @description Whether the account has an authenticator app or a passkey. The list tells it to administrators who signed in; absent elsewhere. */
            has_second_factor?: boolean;
        };
        /**
         * @description A change, and who made it.
         * @example {
         *       "id": "01a1f847-5555-7c3e-9d52-3b1f60a7c005",
         *       "created_at": "2026-05-04T09:30:00Z",
         *       "actor_type": "key",
         *       "actor_id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002",
         *       "actor_name": "CRM",
         *       "action": "updateLead",
         *       "resource_type": "leads",
         *       "resource_id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
         *       "fields": [
         *         "summary"
         *       ],
         *       "changes": {},
         *       "ip": "203.0.113.0",
         *       "user_agent": "crm-sync/2.1"
         *     }
         */
        AuditEntry: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was changed.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * @description A secret key, a member, or the command line.
             * @enum {string}
             */
            actor_type: "key" | "member" | "command";
            /**
             * Format: uuid
             * @description The key or member. Null for the command line.
             */
            actor_id: string | null;
            /** @description Of the key or member, as it is today; empty for a member who has left. */
            actor_name: string;
            /** @description The operation, such as updateLead, the command, such as keys create, or the tool of the MCP server, such as mcp list. */
            action: string;
            /** @description What was changed or exported, as addresses name it: leads, lists, keys, settings; mcp for a call of the MCP server. */
            resource_type: string;
            /**
             * Format: uuid
             * @description Which one. Null for many at once.
             */
            resource_id: string | null;
            /** @description Names of the fields that were set; of an export those of its parameters and of what its filter compares. */
            fields: string[];
            /** @description Of settings, keys and members: for fields that hold no secret, [before, after]. Of a call of the MCP server: `arguments`, their SHA-256, `rows`, how many records it told or wrote, and `fault`, the code of its error. Of an export: the same of its parameters, the number of records at its beginning, and its `format`. Empty for everything else. */
            changes: {
                [key: string]: unknown;
            };
            /** @description Where the request came from; shortened or empty as the workspace stores it. */
            ip: string;
            /** @description As it was sent, the first 256 characters. */
            user_agent: string;
        };
        /**
         * @description A message that was refused.
         * @example {
         *       "id": "01a1f848-6666-7c3e-9d52-3b1f60a7c006",
         *       "created_at": "2026-05-04T09:30:00Z",
         *       "reason": "name: must not have fewer than 1 characters",
         *       "reason_code": "field",
         *       "field": "name",
         *       "key_id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002",
         *       "key_name": "Production",
         *       "body": "{\"type\":\"event\",\"name\":\"\"}"
         *     }
         */
        FailedEvent: {
            /**
             * Format: uuid
             * @description Assigned by the service.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was received.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /** @description Why it was refused, as the sender was told. */
            reason: string;
            /**
             * @description The same as a word for programs.
             * @enum {string}
             */
            reason_code: "unproved" | "placeholder" | "nobody" | "type" | "size" | "shape" | "names" | "field" | "other";
            /** @description Which field of the message it is about; empty where none alone. */
            field: string;
            /**
             * Format: uuid
             * @description The write key with which it came. Null for what an older version stored.
             */
            key_id: string | null;
            /** @description Of the key; empty when it is not known. */
            key_name: string;
            /** @description The message as it came, its first 4,096 bytes; nothing is shortened or masked. */
            body: string;
        };
        /**
         * @example {
         *       "total": 3,
         *       "reasons": [
         *         {
         *           "reason": "name: must not have fewer than 1 characters",
         *           "reason_code": "field",
         *           "field": "name",
         *           "count": 3,
         *           "last_at": "2026-05-04T09:30:00Z"
         *         }
         *       ]
         *     }
         */
        FailedReasons: {
            /** @description How many were counted: the newest, 100000 at most. */
            total: number;
            /** @description The most frequent first, 50 at most. */
            reasons: {
                /** @description Why they were refused. */
                reason: string;
                /**
                 * @description The same as a word for programs.
                 * @enum {string}
                 */
                reason_code: "unproved" | "placeholder" | "nobody" | "type" | "size" | "shape" | "names" | "field" | "other";
                /** @description Which field of the message it is about; empty where none alone. */
                field: string;
                /** @description How many of them. */
                count: number;
                /**
                 * Format: date-time
                 * @description When the latest was received.
                 * @example 2026-05-04T09:30:00Z
                 */
                last_at: string;
            }[];
        };
        /**
         * @description How many of the messages that browsers made have arrived. Bots are not counted. What a visit lost at its end shows when the visitor comes back; of browsers that never did, nothing is known.
         * @example {
         *       "total": {
         *         "visits": 120,
         *         "made": 1000,
         *         "received": 995,
         *         "refused": 2,
         *         "lost": 3
         *       },
         *       "days": [
         *         {
         *           "date": "2026-05-04",
         *           "visits": 120,
         *           "made": 1000,
         *           "received": 995,
         *           "refused": 2,
         *           "lost": 3
         *         }
         *       ],
         *       "browsers": [
         *         {
         *           "browser": "Firefox",
         *           "visits": 120,
         *           "made": 1000,
         *           "received": 995,
         *           "refused": 2,
         *           "lost": 3
         *         }
         *       ],
         *       "rows": [
         *         {
         *           "date": "2026-05-04",
         *           "browser": "Firefox",
         *           "visits": 120,
         *           "made": 1000,
         *           "received": 995,
         *           "refused": 2,
         *           "lost": 3
         *         }
         *       ]
         *     }
         */
        Completeness: {
            /** @description Of the whole range. */
            total: {
                /** @description Visits whose messages are numbered, by the day on which they began. */
                visits: number;
                /** @description Messages that the browsers made: received, refused and lost. */
                made: number;
                /** @description Messages that were stored, each once. */
                received: number;
                /** @description Messages that arrived and were refused, as far as they are kept. */
                refused: number;
                /** @description Messages whose number is missing between others of the same visit: they were made, and have not arrived. */
                lost: number;
            };
            /** @description Of each day of which something is known, in order. */
            days: {
                /**
                 * Format: date
                 * @description Of the workspace's time zone.
                 */
                date: string;
                /** @description Visits whose messages are numbered, by the day on which they began. */
                visits: number;
                /** @description Messages that the browsers made: received, refused and lost. */
                made: number;
                /** @description Messages that were stored, each once. */
                received: number;
                /** @description Messages that arrived and were refused, as far as they are kept. */
                refused: number;
                /** @description Messages whose number is missing between others of the same visit: they were made, and have not arrived. */
                lost: number;
            }[];
            /** @description The most messages first; 100 at most. */
            browsers: {
                /** @description Family, such as Firefox; empty: not known, or one of the rarest of a day. */
                browser: string;
                /** @description Visits whose messages are numbered, by the day on which they began. */
                visits: number;
                /** @description Messages that the browsers made: received, refused and lost. */
                made: number;
                /** @description Messages that were stored, each once. */
                received: number;
                /** @description Messages that arrived and were refused, as far as they are kept. */
                refused: number;
                /** @description Messages whose number is missing between others of the same visit: they were made, and have not arrived. */
                lost: number;
            }[];
            /** @description Of each day and browser, by day, the most messages first; 50 for a day at most. */
            rows: {
                /**
                 * Format: date
                 * @description Of the workspace's time zone.
                 */
                date: string;
                /** @description Family, such as Firefox; empty: not known, or one of the rarest of a day. */
                browser: string;
                /** @description Visits whose messages are numbered, by the day on which they began. */
                visits: number;
                /** @description Messages that the browsers made: received, refused and lost. */
                made: number;
                /** @description Messages that were stored, each once. */
                received: number;
                /** @description Messages that arrived and were refused, as far as they are kept. */
                refused: number;
                /** @description Messages whose number is missing between others of the same visit: they were made, and have not arrived. */
                lost: number;
            }[];
        };
        /**
         * @description What one transaction changed. It tells which records, not what is in them.
         * @example {
         *       "position": "48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004",
         *       "kind": "session",
         *       "action": "changed",
         *       "ids": [
         *         "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10"
         *       ],
         *       "visitor_ids": [
         *         "01a1f843-753c-76b8-835a-667c2bb1be56"
         *       ],
         *       "created_at": "2026-05-06T14:02:11Z"
         *     }
         */
        Change: {
            /**
             * @description Where it stands in the sequence; opaque.
             * @example 48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004
             */
            position: string;
            /**
             * @description What kind of record it is about.
             * @enum {string}
             */
            kind: "session" | "identity" | "lead" | "conversion" | "list" | "visitor" | "company";
            /**
             * @description changed: the records are new or not as before; read them. removed: they are gone, or became part of others.
             * @enum {string}
             */
            action: "changed" | "removed";
            /** @description The records, 50 at most. */
            ids: string[];
            /** @description Of sessions: the visitor of each, in the same order; else empty. */
            visitor_ids: string[];
            /**
             * Format: date-time
             * @description When it was stored.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /**
         * @description A record that was found.
         * @example {
         *       "kind": "identity",
         *       "id": "01a1f844-1111-7d0c-8a7f-6f3f1c2b4d5e",
         *       "title": "Ann Miller",
         *       "subtitle": "ann@acme.example",
         *       "matched": {
         *         "field": "name",
         *         "value": "Ann Miller"
         *       },
         *       "rank": 2
         *     }
         */
        SearchHit: {
            /**
             * @description What kind of record it is.
             * @enum {string}
             */
            kind: "identity" | "company" | "lead" | "visitor";
            /**
             * Format: uuid
             * @description The record, as the operations of its kind take it.
             */
            id: string;
            /** @description Name, else email or user_id; name, else domain; code; id of a visitor. */
            title: string;
            /** @description What else tells it from others: a person's email, a company's domain, a lead's person (to keys that may read people) or source, a visitor's source. May be empty. */
            subtitle: string;
            matched: {
                /**
                 * @description What matched; of a lead, name, email and user_id are its person's.
                 * @enum {string}
                 */
                field: "name" | "email" | "user_id" | "domain" | "code" | "id";
                /** @description Its value. */
                value: string;
            };
            /** @description 1: the whole field. 2: from the beginning of a word. 3: inside a word. */
            rank: number;
        };
        /** @description The body of every answer that is not a success. */
        Error: {
            /**
             * @description The code, stable across versions.
             * @enum {string}
             */
            error: "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "gone" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "headers_too_large" | "rate_limited" | "internal_error" | "unavailable";
            /** @description What went wrong and what to do, for people. */
            message: string;
            /** @description More about the fault, by code. */
            details?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description `invalid_request`: A parameter or the body does not fit the operation. `details.issues` lists each fault as {path, message}; correct them and send again. */
        invalid_request: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "message": "query.limit: must be <= 100",
                 *       "details": {
                 *         "issues": [
                 *           {
                 *             "path": "query.limit",
                 *             "message": "must be <= 100"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: The key is missing, mistyped, revoked, expired, or of the wrong kind for this endpoint. Send `Authorization: Bearer svc_sk_…` to the REST API and `X-Svc-Key: svc_pk_…` to ingest; make a new key if it was revoked or has expired (`details.reason` key_expired). */
        unauthorized: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unauthorized",
                 *       "message": "The key is missing, mistyped, revoked, expired, or of the wrong kind for this endpoint."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `forbidden`: The key, or whoever signed in, is known but may not do this. `details.reason` says why: of a key missing_scope, origin_not_allowed, server_only, feature_not_included or personal_data_hidden; of a member missing_role, operator_only, not_owner, not_a_member, second_factor_needed, fresh_proof_needed or other_site; of a share link not_shared. */
        forbidden: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "forbidden",
                 *       "message": "The key needs the scope leads:write.",
                 *       "details": {
                 *         "reason": "missing_scope",
                 *         "scopes": [
                 *           "leads:write"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: No such record in the workspace of the key, or no such route. Check the id and the path. Records of other workspaces look the same as none. */
        not_found: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not_found",
                 *       "message": "No such record in the workspace of the key, or no such route."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict`: The request contradicts an earlier one, or what there is by now. The message says what stands in the way. An Idempotency-Key stands for one request: use a new one for another. */
        conflict: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "conflict",
                 *       "message": "The request contradicts an earlier one, or what there is by now."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `gone`: What followed the position `after` is no longer kept. Read anew what you need, and follow the changes from `details.next` on. */
        gone: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "gone",
                 *       "message": "What followed the position `after` is no longer kept."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `precondition_failed`: The record has changed since the version that If-Match names. Read the record again, apply the change to it and send its new ETag. */
        precondition_failed: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "precondition_failed",
                 *       "message": "The record has changed since the version that If-Match names."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is larger than the endpoint takes. Send less at once; for ingest split the batch. */
        payload_too_large: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "payload_too_large",
                 *       "message": "The body is larger than the endpoint takes."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: The body is not JSON, or is encoded in a way that is not understood. Send `Content-Type: application/json`, plain or with `Content-Encoding: gzip`. */
        unsupported_media_type: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unsupported_media_type",
                 *       "message": "The body is not JSON, or is encoded in a way that is not understood."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `headers_too_large`: The address and the headers are larger than 16 KiB together. Ask with a shorter query: a long list of ids or a long filter is asked in parts. */
        headers_too_large: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "headers_too_large",
                 *       "message": "The address and the headers are larger than 16 KiB together."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests in a minute, or a quota of the day is used up. Wait for the seconds in `Retry-After`, then go on; `details` says which limit it was. */
        rate_limited: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "rate_limited",
                 *       "message": "More than 1000 requests in a minute. Try again in 17 seconds.",
                 *       "details": {
                 *         "limit": 1000,
                 *         "retry_after_seconds": 17
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: The service failed. The fault is ours and has been logged. Try again; if it persists, report the `X-Request-Id` of the answer. */
        internal_error: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "internal_error",
                 *       "message": "The service failed. The fault is ours and has been logged."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: The service cannot answer just now: its queue is full, its database is away, or the disk of the database is full. Wait for the seconds in `Retry-After`, then send the same request again. Where `details.reason` is disk, the operator has to free some space first. */
        unavailable: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unavailable",
                 *       "message": "The service cannot answer just now: its queue is full, its database is away, or the disk of the database is full."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The workspace of the key; absent when the key names none. */
        "X-Workspace-Id": string;
        /** @description Names this request in the logs. */
        "X-Request-Id": string;
        /** @description Version of the record. */
        ETag: string;
        /** @description Requests allowed in the window. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the window. */
        "X-RateLimit-Remaining": number;
        /** @description When the window ends, in Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description Seconds after which to try again. */
        "Retry-After": number;
        /** @description How many records there are, as of the beginning. */
        "X-Total-Count": number;
        /** @description The name of the file. */
        "Content-Disposition": string;
        /** @description `true` when this is the answer to an earlier request with the same key. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listLeads: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only leads with exactly this source. */
                source?: string;
                /** @description Only leads with exactly this code. */
                code?: string;
                /** @description true: the suspect leads instead of all others. */
                suspect?: boolean;
                /** @description Only leads of this identity. */
                identity_id?: string;
                /** @description Only leads of this company. */
                company_id?: string;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `source = campaign AND company.name:acme`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `identity_id`, `session_id`, `company_id`, `code`, `source`, `properties`, `location`, `summary`, `suspect`, `created_at`, `updated_at`. Fields of `visitor`, `identity`, `company`, `session`, `conversion` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description What else is told of each record: identity or company, the record that `identity_id` or `company_id` names; it needs the scope to read that. */
                expand?: "identity" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "code": "K7QX-2MPA",
                     *           "source": "campaign",
                     *           "created_at": "2026-05-04T09:30:00Z",
                     *           "updated_at": "2026-05-04T09:30:00Z",
                     *           "properties": {
                     *             "plan": "team"
                     *           },
                     *           "location": {
                     *             "city": "Munich",
                     *             "country": "Germany"
                     *           },
                     *           "identity_id": null,
                     *           "session_id": null,
                     *           "summary": null,
                     *           "company_id": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Lead"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "source": "website",
                 *       "properties": {
                 *         "plan": "team"
                 *       },
                 *       "location": {
                 *         "city": "Munich"
                 *       }
                 *     }
                 */
                "application/json": {
                    readonly id?: unknown;
                    readonly workspace_id?: unknown;
                    readonly created_at?: unknown;
                    readonly updated_at?: unknown;
                    readonly summary?: unknown;
                    readonly identity?: unknown;
                    readonly company?: unknown;
                    readonly suspect?: unknown;
                    /**
                     * Format: uuid
                     * @description Absent: a new anonymous visitor is made.
                     */
                    visitor_id?: string;
                    /** @description Absent or empty: a short readable code is made. Codes need not be unique. */
                    code?: string;
                    /** @description Absent: "api". */
                    source?: string;
                    /** @description Custom key-value properties. */
                    properties?: {
                        [key: string]: unknown;
                    };
                    /** @description Location data such as city, country. */
                    location?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @description An identity; null or absent: none.
                     */
                    identity_id?: string | null;
                    /**
                     * Format: uuid
                     * @description A session; null or absent: none.
                     */
                    session_id?: string | null;
                    /**
                     * Format: uuid
                     * @description A company; null or absent: none.
                     */
                    company_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "code": "K7QX-2MPA",
                     *         "source": "campaign",
                     *         "created_at": "2026-05-04T09:30:00Z",
                     *         "updated_at": "2026-05-04T09:30:00Z",
                     *         "properties": {
                     *           "plan": "team"
                     *         },
                     *         "location": {
                     *           "city": "Munich",
                     *           "country": "Germany"
                     *         },
                     *         "identity_id": null,
                     *         "session_id": null,
                     *         "summary": null,
                     *         "company_id": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Lead"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getLead: {
        parameters: {
            query?: {
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "code": "K7QX-2MPA",
                     *         "source": "campaign",
                     *         "created_at": "2026-05-04T09:30:00Z",
                     *         "updated_at": "2026-05-04T09:30:00Z",
                     *         "properties": {
                     *           "plan": "team"
                     *         },
                     *         "location": {
                     *           "city": "Munich",
                     *           "country": "Germany"
                     *         },
                     *         "identity_id": null,
                     *         "session_id": null,
                     *         "summary": null,
                     *         "company_id": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Lead"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Go on only if this is still the ETag of the record. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "summary": {
                 *         "intent": "wants a demo"
                 *       },
                 *       "properties": {
                 *         "plan": null
                 *       }
                 *     }
                 */
                "application/json": {
                    readonly id?: unknown;
                    readonly visitor_id?: unknown;
                    readonly workspace_id?: unknown;
                    readonly code?: unknown;
                    readonly source?: unknown;
                    readonly created_at?: unknown;
                    readonly updated_at?: unknown;
                    readonly identity_id?: unknown;
                    readonly session_id?: unknown;
                    readonly identity?: unknown;
                    readonly company?: unknown;
                    readonly suspect?: unknown;
                    /** @description Merged into the stored object (RFC 7396): null removes a key. */
                    properties?: {
                        [key: string]: unknown;
                    };
                    /** @description Merged into the stored object (RFC 7396): null removes a key. */
                    location?: {
                        [key: string]: unknown;
                    };
                    /** @description Merged into the stored object (RFC 7396): null removes a key. Null removes the summary. */
                    summary?: {
                        [key: string]: unknown;
                    } | null;
                    /**
                     * Format: uuid
                     * @description A company; null removes it.
                     */
                    company_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "code": "K7QX-2MPA",
                     *         "source": "campaign",
                     *         "created_at": "2026-05-04T09:30:00Z",
                     *         "updated_at": "2026-05-04T09:30:00Z",
                     *         "properties": {
                     *           "plan": "team"
                     *         },
                     *         "location": {
                     *           "city": "Munich",
                     *           "country": "Germany"
                     *         },
                     *         "identity_id": null,
                     *         "session_id": null,
                     *         "summary": null,
                     *         "company_id": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Lead"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listIdentities: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only the identity that has exactly this address among its addresses, in any case. */
                email?: string;
                /** @description Only identities that this visitor was linked to. */
                visitor_id?: string;
                /** @description Only favorites, or only others. */
                is_favorite?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `traits.plan = team AND NOT conversion:*`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `email`, `name`, `traits`, `is_favorite`, `intent_score`, `stage`, `persona`, `city`, `country`, `first_seen`, `last_seen`, `created_at`, `updated_at`. Fields of `visitor`, `company`, `session`, `lead`, `conversion`, `list` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "-intent_score" | "intent_score";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description What else is told of each record: addresses, every email address with its right and time; rights, by what right the name and each trait are believed; personality, score and stage as of today, absent until the behaviour was looked at; company, that of the visitors whose person this is by now, of several the surest, which needs the scope to read companies. */
                expand?: "addresses" | "rights" | "personality" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "traits": {
                     *             "plan": "team"
                     *           },
                     *           "first_seen": "2026-05-04T09:30:00Z",
                     *           "last_seen": "2026-05-06T14:02:11Z",
                     *           "ip": "203.0.113.7",
                     *           "city": "Munich",
                     *           "country": "Germany",
                     *           "is_favorite": false,
                     *           "created_at": "2026-05-04T09:41:10Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Identity"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getIdentity: {
        parameters: {
            query?: {
                /** @description What else is told of each record: addresses, every email address with its right and time; rights, by what right the name and each trait are believed; personality, score and stage as of today, absent until the behaviour was looked at; company, that of the visitors whose person this is by now, of several the surest, which needs the scope to read companies. */
                expand?: "addresses" | "rights" | "personality" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "traits": {
                     *           "plan": "team"
                     *         },
                     *         "first_seen": "2026-05-04T09:30:00Z",
                     *         "last_seen": "2026-05-06T14:02:11Z",
                     *         "ip": "203.0.113.7",
                     *         "city": "Munich",
                     *         "country": "Germany",
                     *         "is_favorite": false,
                     *         "created_at": "2026-05-04T09:41:10Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Identity"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Go on only if this is still the ETag of the record. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "is_favorite": true,
                 *       "traits": {
                 *         "plan": "team"
                 *       }
                 *     }
                 */
                "application/json": {
                    readonly id?: unknown;
                    readonly workspace_id?: unknown;
                    readonly visitor_id?: unknown;
                    readonly email?: unknown;
                    readonly name?: unknown;
                    readonly first_seen?: unknown;
                    readonly last_seen?: unknown;
                    readonly ip?: unknown;
                    readonly city?: unknown;
                    readonly country?: unknown;
                    readonly created_at?: unknown;
                    readonly addresses?: unknown;
                    readonly rights?: unknown;
                    readonly personality?: unknown;
                    readonly company?: unknown;
                    /** @description Whether the identity is marked favorite. */
                    is_favorite?: boolean;
                    /** @description Merged into the traits (RFC 7396): null removes one. At most 512 traits and 32768 bytes of JSON are kept of all that was set here. */
                    traits?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "traits": {
                     *           "plan": "team"
                     *         },
                     *         "first_seen": "2026-05-04T09:30:00Z",
                     *         "last_seen": "2026-05-06T14:02:11Z",
                     *         "ip": "203.0.113.7",
                     *         "city": "Munich",
                     *         "country": "Germany",
                     *         "is_favorite": false,
                     *         "created_at": "2026-05-04T09:41:10Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Identity"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listIdentityActivity: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
                     *           "type": "page_view",
                     *           "who": "Ada Lovelace",
                     *           "what": "Viewed Pricing",
                     *           "source": "campaign spring (google / cpc)",
                     *           "created_at": "2026-05-06T14:01:30Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Activity"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listIdentityLinks: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "created_at": "2026-05-04T09:41:10Z",
                     *           "right": "public",
                     *           "proved_name": null,
                     *           "strength": "device",
                     *           "evidence": {
                     *             "email": "ada@example.com",
                     *             "user_id": ""
                     *           },
                     *           "counts": true,
                     *           "email_counts": true,
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "detached_by": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IdentityLink"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    detachIdentityLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "link_id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A link of the person.
                     */
                    link_id: string;
                    /**
                     * @description true: answer exactly what would come of it, and store nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "dry_run": true,
                     *         "correction_id": null,
                     *         "before": [],
                     *         "after": [],
                     *         "moved": {
                     *           "links": 3,
                     *           "leads": 1,
                     *           "conversions": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CorrectionOutcome"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    splitIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "visitor_ids": [
                 *         "01a1f843-753c-76b8-835a-667c2bb1be56"
                 *       ],
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /** @description Visitors who are somebody else. */
                    visitor_ids?: string[];
                    /** @description Addresses of somebody else, in any case. */
                    emails?: string[];
                    /** @description user_ids of somebody else. */
                    user_ids?: string[];
                    /**
                     * @description true: answer exactly what would come of it, and store nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "dry_run": true,
                     *         "correction_id": null,
                     *         "before": [],
                     *         "after": [],
                     *         "moved": {
                     *           "links": 3,
                     *           "leads": 1,
                     *           "conversions": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CorrectionOutcome"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    joinIdentities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identity_id": "2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The other person.
                     */
                    identity_id: string;
                    /**
                     * @description true: answer exactly what would come of it, and store nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "dry_run": true,
                     *         "correction_id": null,
                     *         "before": [],
                     *         "after": [],
                     *         "moved": {
                     *           "links": 3,
                     *           "leads": 1,
                     *           "conversions": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CorrectionOutcome"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCorrections: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only corrections of this identity, by this or an earlier id. */
                identity_id?: string;
                /** @description Only those that were undone, or that are in force. */
                undone?: boolean;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f850-1111-7c3e-9d52-3b1f60a7c004",
                     *           "kind": "join",
                     *           "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *           "other_identity_id": "2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a",
                     *           "link_id": null,
                     *           "visitor_ids": [],
                     *           "emails": [],
                     *           "user_ids": [],
                     *           "by": {
                     *             "kind": "key",
                     *             "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
                     *           },
                     *           "created_at": "2026-05-06T15:00:00Z",
                     *           "undone_at": null,
                     *           "undone_by": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Correction"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCorrection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f850-1111-7c3e-9d52-3b1f60a7c004",
                     *         "kind": "join",
                     *         "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *         "other_identity_id": "2c9e1b70-4d5f-8a61-b823-9f0e1d2c3b4a",
                     *         "link_id": null,
                     *         "visitor_ids": [],
                     *         "emails": [],
                     *         "user_ids": [],
                     *         "by": {
                     *           "kind": "key",
                     *           "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
                     *         },
                     *         "created_at": "2026-05-06T15:00:00Z",
                     *         "undone_at": null,
                     *         "undone_by": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Correction"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    undoCorrection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description true: answer exactly what would come of it, and store nothing.
                     * @default false
                     */
                    dry_run?: boolean;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "dry_run": true,
                     *         "correction_id": null,
                     *         "before": [],
                     *         "after": [],
                     *         "moved": {
                     *           "links": 3,
                     *           "leads": 1,
                     *           "conversions": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CorrectionOutcome"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listVerdicts: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only verdicts about this visitor. */
                visitor_id?: string;
                /** @description Only verdicts about this company. */
                company_id?: string;
                /** @description Only those that were undone, or that are in force. */
                undone?: boolean;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f850-2222-7c3e-9d52-3b1f60a7c004",
                     *           "kind": "not_company",
                     *           "visitor_id": null,
                     *           "company_id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *           "reason": "Their landlord owns the network",
                     *           "by": {
                     *             "kind": "key",
                     *             "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
                     *           },
                     *           "created_at": "2026-05-06T15:00:00Z",
                     *           "undone_at": null,
                     *           "undone_by": null,
                     *           "pending": 0
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Verdict"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createVerdict: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "not_bot",
                 *       "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                 *       "reason": "Our own office behind a proxy"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description bot: the visitor is one. not_bot: the visitor is none. company: the visitor is of the company. not_company: the visitor is not, or without a visitor nobody is whom the same network or email domain says to be.
                     * @enum {string}
                     */
                    kind: "bot" | "not_bot" | "company" | "not_company";
                    /**
                     * Format: uuid
                     * @description The visitor; of not_company it may be left out.
                     */
                    visitor_id?: string;
                    /**
                     * Format: uuid
                     * @description The company; not of bots.
                     */
                    company_id?: string;
                    /** @description Why, for whoever looks at it later. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f850-2222-7c3e-9d52-3b1f60a7c004",
                     *         "kind": "not_company",
                     *         "visitor_id": null,
                     *         "company_id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *         "reason": "Their landlord owns the network",
                     *         "by": {
                     *           "kind": "key",
                     *           "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
                     *         },
                     *         "created_at": "2026-05-06T15:00:00Z",
                     *         "undone_at": null,
                     *         "undone_by": null,
                     *         "pending": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Verdict"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getVerdict: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f850-2222-7c3e-9d52-3b1f60a7c004",
                     *         "kind": "not_company",
                     *         "visitor_id": null,
                     *         "company_id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *         "reason": "Their landlord owns the network",
                     *         "by": {
                     *           "kind": "key",
                     *           "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
                     *         },
                     *         "created_at": "2026-05-06T15:00:00Z",
                     *         "undone_at": null,
                     *         "undone_by": null,
                     *         "pending": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Verdict"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    undoVerdict: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f850-2222-7c3e-9d52-3b1f60a7c004",
                     *         "kind": "not_company",
                     *         "visitor_id": null,
                     *         "company_id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *         "reason": "Their landlord owns the network",
                     *         "by": {
                     *           "kind": "key",
                     *           "id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002"
                     *         },
                     *         "created_at": "2026-05-06T15:00:00Z",
                     *         "undone_at": null,
                     *         "undone_by": null,
                     *         "pending": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Verdict"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getVisitorEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "claims": [
                     *           {
                     *             "claim": "bot",
                     *             "holds": true,
                     *             "value": "GPTBot",
                     *             "model": "",
                     *             "subject_id": null,
                     *             "share": null,
                     *             "confidence": 0.99,
                     *             "right": null,
                     *             "since": "2026-05-04T09:30:00Z",
                     *             "verdict_id": null,
                     *             "evidence": [
                     *               {
                     *                 "fact": "rule",
                     *                 "value": "user agent names GPTBot",
                     *                 "decides": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Evidence"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getSessionEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "claims": [
                     *           {
                     *             "claim": "bot",
                     *             "holds": true,
                     *             "value": "GPTBot",
                     *             "model": "",
                     *             "subject_id": null,
                     *             "share": null,
                     *             "confidence": 0.99,
                     *             "right": null,
                     *             "since": "2026-05-04T09:30:00Z",
                     *             "verdict_id": null,
                     *             "evidence": [
                     *               {
                     *                 "fact": "rule",
                     *                 "value": "user agent names GPTBot",
                     *                 "decides": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Evidence"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getLeadEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "claims": [
                     *           {
                     *             "claim": "bot",
                     *             "holds": true,
                     *             "value": "GPTBot",
                     *             "model": "",
                     *             "subject_id": null,
                     *             "share": null,
                     *             "confidence": 0.99,
                     *             "right": null,
                     *             "since": "2026-05-04T09:30:00Z",
                     *             "verdict_id": null,
                     *             "evidence": [
                     *               {
                     *                 "fact": "rule",
                     *                 "value": "user agent names GPTBot",
                     *                 "decides": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Evidence"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getConversionEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "claims": [
                     *           {
                     *             "claim": "bot",
                     *             "holds": true,
                     *             "value": "GPTBot",
                     *             "model": "",
                     *             "subject_id": null,
                     *             "share": null,
                     *             "confidence": 0.99,
                     *             "right": null,
                     *             "since": "2026-05-04T09:30:00Z",
                     *             "verdict_id": null,
                     *             "evidence": [
                     *               {
                     *                 "fact": "rule",
                     *                 "value": "user agent names GPTBot",
                     *                 "decides": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Evidence"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listSuggestions: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only suggestions about this identity. */
                identity_id?: string;
                /** @description Only suggestions of this visitor. */
                visitor_id?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "6a0d5c1e-77b2-8f31-9d0a-4c5e6f708192",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *           "kind": "name",
                     *           "value": {
                     *             "name": "Somebody Else"
                     *           },
                     *           "reason": "somebody with a stronger right, or who was first, says otherwise",
                     *           "reason_code": "outranked",
                     *           "right": "public",
                     *           "created_at": "2026-05-06T14:01:30Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Suggestion"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getIdentityPersonality: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "identity_id": "7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "intent_score": 52,
                     *         "stage": "evaluating",
                     *         "persona": "evaluator",
                     *         "reasons": [
                     *           {
                     *             "factor": "frequency",
                     *             "points": 12,
                     *             "because": "3 visits within 30 days",
                     *             "count": 3
                     *           },
                     *           {
                     *             "factor": "depth",
                     *             "points": 9,
                     *             "because": "9 page views within 30 days",
                     *             "count": 9
                     *           },
                     *           {
                     *             "factor": "return",
                     *             "points": 10,
                     *             "because": "2 returns on another day",
                     *             "count": 2
                     *           },
                     *           {
                     *             "factor": "key_pages",
                     *             "points": 25,
                     *             "because": "viewed /pricing*, /demo*",
                     *             "count": 2,
                     *             "pages": [
                     *               "/pricing*",
                     *               "/demo*"
                     *             ]
                     *           },
                     *           {
                     *             "factor": "conversion",
                     *             "points": 0,
                     *             "because": "no conversion so far",
                     *             "count": 0
                     *           },
                     *           {
                     *             "factor": "recency",
                     *             "points": -4,
                     *             "because": "last active 2 days ago",
                     *             "count": 2
                     *           }
                     *         ],
                     *         "model_version": "2",
                     *         "computed_at": "2026-05-07T08:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Personality"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listVisitors: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only visitors whose first visit came from exactly this source. */
                source?: string;
                /** @description Only visitors whose first visit came by this channel. */
                channel?: "direct" | "search" | "social" | "email" | "ai_assistant" | "paid" | "campaign" | "referral";
                /** @description Only visitors who had a visit from exactly this country. */
                country?: string;
                /** @description Only visitors with evidence for this company. */
                company_id?: string;
                /** @description Only visitors that were linked to this identity. */
                identity_id?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `country = Germany AND did("page_view", path = "/pricing*", at least 2, within 30d)`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `identity_id`, `company_id`, `company_confidence`, `source`, `channel`, `channel_group`, `origin`, `referrer`, `entry_url`, `campaign`, `city`, `country`, `session_count`, `event_count`, `page_view_count`, `state`, `agent`, `first_seen`, `last_seen`, `created_at`. Fields of `identity`, `company`, `session`, `lead`, `conversion`, `list` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-last_visit" | "last_visit";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description What else is told of each record: identity or company, the record that `identity_id` or `company_id` names; it needs the scope to read that. */
                expand?: "identity" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "identity_id": null,
                     *           "company_id": null,
                     *           "company_confidence": null,
                     *           "source": "campaign",
                     *           "channel": "paid",
                     *           "channel_group": "Paid Search",
                     *           "origin": "Google",
                     *           "campaign": {
                     *             "source": "google",
                     *             "medium": "cpc",
                     *             "name": "spring"
                     *           },
                     *           "referrer": "https://www.google.com/",
                     *           "entry_url": "https://www.example.com/pricing",
                     *           "session_count": 2,
                     *           "event_count": 14,
                     *           "page_view_count": 9,
                     *           "ip": "203.0.113.7",
                     *           "city": "Munich",
                     *           "country": "Germany",
                     *           "state": "person",
                     *           "agent": "",
                     *           "suspicion": null,
                     *           "bot": null,
                     *           "first_seen": "2026-05-04T09:30:00Z",
                     *           "last_seen": "2026-05-06T14:02:11Z",
                     *           "created_at": "2026-05-04T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Visitor"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getVisitor: {
        parameters: {
            query?: {
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "identity_id": null,
                     *         "company_id": null,
                     *         "company_confidence": null,
                     *         "source": "campaign",
                     *         "channel": "paid",
                     *         "channel_group": "Paid Search",
                     *         "origin": "Google",
                     *         "campaign": {
                     *           "source": "google",
                     *           "medium": "cpc",
                     *           "name": "spring"
                     *         },
                     *         "referrer": "https://www.google.com/",
                     *         "entry_url": "https://www.example.com/pricing",
                     *         "session_count": 2,
                     *         "event_count": 14,
                     *         "page_view_count": 9,
                     *         "ip": "203.0.113.7",
                     *         "city": "Munich",
                     *         "country": "Germany",
                     *         "state": "person",
                     *         "agent": "",
                     *         "suspicion": null,
                     *         "bot": null,
                     *         "first_seen": "2026-05-04T09:30:00Z",
                     *         "last_seen": "2026-05-06T14:02:11Z",
                     *         "created_at": "2026-05-04T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Visitor"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listVisitorSessions: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only records of which this is true, such as `channel = search AND page_view_count > 3`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `campaign_id`, `source`, `channel`, `channel_group`, `origin`, `campaign`, `click_ids`, `referrer`, `entry_url`, `exit_url`, `city`, `country`, `network_owner`, `connection`, `browser`, `os`, `device`, `locale`, `timezone`, `screen`, `state`, `agent`, `event_count`, `page_view_count`, `engaged_seconds`, `duration_seconds`, `is_bounce`, `started_at`, `last_activity_at`, `ended_at`, `created_at`. Fields of `visitor`, `identity`, `company`, `lead`, `conversion` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description What else is told of each record: pages, those that were viewed and for how long, as GET /sessions/{id} tells them; the first 100 of each. */
                expand?: "pages";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "source": "referral",
                     *           "channel": "referral",
                     *           "channel_group": "Referral",
                     *           "origin": "news.example",
                     *           "campaign_id": null,
                     *           "campaign": {},
                     *           "click_ids": {},
                     *           "referrer": "https://news.example/",
                     *           "entry_url": "https://www.example.com/",
                     *           "exit_url": "https://www.example.com/contact",
                     *           "event_count": 6,
                     *           "page_view_count": 4,
                     *           "engaged_seconds": 48,
                     *           "duration_seconds": 133,
                     *           "is_bounce": false,
                     *           "ip": "203.0.113.7",
                     *           "city": "Munich",
                     *           "country": "Germany",
                     *           "network_owner": "Example Telecom",
                     *           "connection": "access_provider",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0",
                     *           "browser": "Chrome",
                     *           "os": "Linux",
                     *           "device": "desktop",
                     *           "locale": "de-DE",
                     *           "timezone": "Europe/Berlin",
                     *           "screen": "1920x1080",
                     *           "state": "person",
                     *           "agent": "",
                     *           "suspicion": null,
                     *           "bot": null,
                     *           "started_at": "2026-05-06T14:00:00Z",
                     *           "last_activity_at": "2026-05-06T14:02:13Z",
                     *           "ended_at": null,
                     *           "created_at": "2026-05-06T14:00:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listVisitorActivity: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
                     *           "type": "page_view",
                     *           "who": "Ada Lovelace",
                     *           "what": "Viewed Pricing",
                     *           "source": "campaign spring (google / cpc)",
                     *           "created_at": "2026-05-06T14:01:30Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Activity"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listVisitorConsents: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-last_given_at" | "last_given_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "purposes": {
                     *             "ads": false,
                     *             "analytics": true
                     *           },
                     *           "first_given_at": "2026-05-04T09:30:00Z",
                     *           "last_given_at": "2026-05-06T14:02:11Z",
                     *           "received_at": "2026-05-04T09:30:01Z",
                     *           "source": "browser"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Consent"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only sessions of this visitor. */
                visitor_id?: string;
                /** @description Only sessions that were the visits of this person. */
                identity_id?: string;
                /** @description Only sessions of visitors with evidence for this company. */
                company_id?: string;
                /** @description Only sessions from exactly this source. */
                source?: string;
                /** @description Only sessions from exactly this country, such as Germany. */
                country?: string;
                /** @description Only sessions whose first page has an address that begins so. */
                entry_page?: string;
                /** @description Only sessions that began after this instant (exclusive). A date is its midnight in UTC. */
                started_after?: string;
                /** @description Only sessions that began before this instant (exclusive). A date is its midnight in UTC. */
                started_before?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records of which this is true, such as `channel = search AND page_view_count > 3`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `campaign_id`, `source`, `channel`, `channel_group`, `origin`, `campaign`, `click_ids`, `referrer`, `entry_url`, `exit_url`, `city`, `country`, `network_owner`, `connection`, `browser`, `os`, `device`, `locale`, `timezone`, `screen`, `state`, `agent`, `event_count`, `page_view_count`, `engaged_seconds`, `duration_seconds`, `is_bounce`, `started_at`, `last_activity_at`, `ended_at`, `created_at`. Fields of `visitor`, `identity`, `company`, `lead`, `conversion` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description What else is told of each record: pages, those that were viewed and for how long, as GET /sessions/{id} tells them; the first 100 of each. */
                expand?: "pages";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "source": "referral",
                     *           "channel": "referral",
                     *           "channel_group": "Referral",
                     *           "origin": "news.example",
                     *           "campaign_id": null,
                     *           "campaign": {},
                     *           "click_ids": {},
                     *           "referrer": "https://news.example/",
                     *           "entry_url": "https://www.example.com/",
                     *           "exit_url": "https://www.example.com/contact",
                     *           "event_count": 6,
                     *           "page_view_count": 4,
                     *           "engaged_seconds": 48,
                     *           "duration_seconds": 133,
                     *           "is_bounce": false,
                     *           "ip": "203.0.113.7",
                     *           "city": "Munich",
                     *           "country": "Germany",
                     *           "network_owner": "Example Telecom",
                     *           "connection": "access_provider",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0",
                     *           "browser": "Chrome",
                     *           "os": "Linux",
                     *           "device": "desktop",
                     *           "locale": "de-DE",
                     *           "timezone": "Europe/Berlin",
                     *           "screen": "1920x1080",
                     *           "state": "person",
                     *           "agent": "",
                     *           "suspicion": null,
                     *           "bot": null,
                     *           "started_at": "2026-05-06T14:00:00Z",
                     *           "last_activity_at": "2026-05-06T14:02:13Z",
                     *           "ended_at": null,
                     *           "created_at": "2026-05-06T14:00:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description Whose session it is. */
                visitor_id?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "source": "referral",
                     *         "channel": "referral",
                     *         "channel_group": "Referral",
                     *         "origin": "news.example",
                     *         "campaign_id": null,
                     *         "campaign": {},
                     *         "click_ids": {},
                     *         "referrer": "https://news.example/",
                     *         "entry_url": "https://www.example.com/",
                     *         "exit_url": "https://www.example.com/contact",
                     *         "event_count": 6,
                     *         "page_view_count": 4,
                     *         "engaged_seconds": 48,
                     *         "duration_seconds": 133,
                     *         "is_bounce": false,
                     *         "ip": "203.0.113.7",
                     *         "city": "Munich",
                     *         "country": "Germany",
                     *         "network_owner": "Example Telecom",
                     *         "connection": "access_provider",
                     *         "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0",
                     *         "browser": "Chrome",
                     *         "os": "Linux",
                     *         "device": "desktop",
                     *         "locale": "de-DE",
                     *         "timezone": "Europe/Berlin",
                     *         "screen": "1920x1080",
                     *         "state": "person",
                     *         "agent": "",
                     *         "suspicion": null,
                     *         "bot": null,
                     *         "started_at": "2026-05-06T14:00:00Z",
                     *         "last_activity_at": "2026-05-06T14:02:13Z",
                     *         "ended_at": null,
                     *         "created_at": "2026-05-06T14:00:00Z",
                     *         "pages": [
                     *           {
                     *             "url": "https://www.example.com/",
                     *             "title": "Home",
                     *             "viewed_at": "2026-05-06T14:00:00Z",
                     *             "seconds": 41
                     *           },
                     *           {
                     *             "url": "https://www.example.com/contact",
                     *             "title": "Contact",
                     *             "viewed_at": "2026-05-06T14:00:41Z",
                     *             "seconds": 92
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SessionWithPages"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only events of this visitor. */
                visitor_id?: string;
                /** @description Only events of this session. */
                session_id?: string;
                /** @description Only events with exactly this name, such as page_view. */
                name?: string;
                /** @description Only events on a page whose address begins so. */
                page?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `name = page_view AND path = "/pricing*"`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `session_id`, `type`, `name`, `url`, `path`, `title`, `referrer`, `properties`, `created_at`. Fields of `visitor`, `identity`, `company`, `session`, `lead` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *           "type": "event",
                     *           "name": "page_view",
                     *           "url": "https://www.example.com/pricing",
                     *           "title": "Pricing",
                     *           "referrer": "https://www.example.com/",
                     *           "properties": {},
                     *           "created_at": "2026-05-06T14:01:30Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getLive: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "visitors_5_minutes": 1,
                     *         "visitors_30_minutes": 1,
                     *         "minutes": [
                     *           {
                     *             "minute": "2026-05-06T14:02:00Z",
                     *             "visitors": 1,
                     *             "page_views": 4
                     *           }
                     *         ],
                     *         "visitors": [
                     *           {
                     *             "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *             "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *             "page": {
                     *               "url": "https://www.example.com/contact",
                     *               "title": "Contact"
                     *             },
                     *             "page_view_count": 4,
                     *             "source": "referral",
                     *             "channel": "referral",
                     *             "origin": "news.example",
                     *             "campaign": {},
                     *             "place": {
                     *               "city": "Munich",
                     *               "country": "Germany"
                     *             },
                     *             "company": {
                     *               "id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *               "name": "Acme",
                     *               "domain": "acme.example"
                     *             },
                     *             "identity": null,
                     *             "since": "2026-05-06T14:00:00Z",
                     *             "last_activity_at": "2026-05-06T14:02:13Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Live"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only companies whose name contains this, in any case. */
                name?: string;
                /** @description Only the company with exactly this domain. */
                domain?: string;
                /** @description Only records of which this is true, such as `did("page_view", path = "/pricing*", within 7d)`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `domain`, `description`, `employees`, `main_industry`, `created_at`, `updated_at`. Fields of `visitor`, `identity`, `session`, `lead`, `conversion` follow a dot. */
                filter?: string;
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-name" | "name" | "-last_seen" | "last_seen" | "-visits" | "visits" | "-page_views" | "page_views" | "-intent" | "intent";
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description Only companies with a visit that began at this instant or later (inclusive). Absent: the last 7 days. A date is its midnight in UTC. */
                active_since?: string;
                /** @description The end of that time (exclusive). Absent: now. A date is its midnight in UTC. */
                active_until?: string;
                /** @description What else is told of each record: activity, what its visitors did in the time from active_since to active_until. Needs the scope visitors:read. */
                expand?: "activity";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *           "name": "Acme",
                     *           "domain": "acme.example",
                     *           "description": "Makes everything.",
                     *           "employees": "51-200",
                     *           "main_industry": "Manufacturing",
                     *           "created_at": "2026-05-04T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Company"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCompany: {
        parameters: {
            query?: {
                /** @description With `expand=activity`: what was done from this instant on (inclusive). Absent: the last 7 days. A date is its midnight in UTC. */
                active_since?: string;
                /** @description The end of that time (exclusive). Absent: now. A date is its midnight in UTC. */
                active_until?: string;
                /** @description What else is told of each record: activity, what its visitors did in the time from active_since to active_until. Needs the scope visitors:read. */
                expand?: "activity";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0",
                     *         "name": "Acme",
                     *         "domain": "acme.example",
                     *         "description": "Makes everything.",
                     *         "employees": "51-200",
                     *         "main_industry": "Manufacturing",
                     *         "created_at": "2026-05-04T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Company"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCompanyActivity: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4",
                     *           "type": "page_view",
                     *           "who": "Ada Lovelace",
                     *           "what": "Viewed Pricing",
                     *           "source": "campaign spring (google / cpc)",
                     *           "created_at": "2026-05-06T14:01:30Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Activity"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCompanyEvidence: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-first_seen_at" | "first_seen_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "email_domain",
                     *           "value": "acme.example",
                     *           "confidence": 0.95,
                     *           "right": "device",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "first_seen_at": "2026-05-04T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CompanyEvidence"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listConversions: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only conversions with exactly this name. */
                name?: string;
                /** @description Only conversions of this visitor. */
                visitor_id?: string;
                /** @description Only conversions of this identity. */
                identity_id?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `value >= 100 AND visitor.country = Germany`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `session_id`, `identity_id`, `lead_id`, `name`, `value`, `currency`, `external_id`, `code`, `right`, `properties`, `created_at`, `updated_at`. Fields of `visitor`, `identity`, `company`, `lead`, `session` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description What else is told of each record: identity, the record that `identity_id` names; it needs the scope to read that. */
                expand?: "identity";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "00000000-0000-8a3b-9c1d-52f0a7b6d3e4",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *           "identity_id": null,
                     *           "lead_id": null,
                     *           "name": "purchase",
                     *           "value": 49.5,
                     *           "currency": "EUR",
                     *           "external_id": "order-1001",
                     *           "code": "",
                     *           "properties": {
                     *             "plan": "team"
                     *           },
                     *           "right": "signed",
                     *           "created_at": "2026-05-06T14:01:30Z",
                     *           "first_touch": {
                     *             "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *             "session_id": "01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01",
                     *             "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *             "source": "campaign",
                     *             "touched_at": "2026-05-04T09:30:00Z"
                     *           },
                     *           "last_non_direct": {
                     *             "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *             "session_id": "01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01",
                     *             "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *             "source": "campaign",
                     *             "touched_at": "2026-05-04T09:30:00Z"
                     *           },
                     *           "last_touch": {
                     *             "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *             "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *             "campaign_id": null,
                     *             "source": "website",
                     *             "touched_at": "2026-05-06T13:58:12Z"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Conversion"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getConversion: {
        parameters: {
            query?: {
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "00000000-0000-8a3b-9c1d-52f0a7b6d3e4",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *         "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *         "identity_id": null,
                     *         "lead_id": null,
                     *         "name": "purchase",
                     *         "value": 49.5,
                     *         "currency": "EUR",
                     *         "external_id": "order-1001",
                     *         "code": "",
                     *         "properties": {
                     *           "plan": "team"
                     *         },
                     *         "right": "signed",
                     *         "created_at": "2026-05-06T14:01:30Z",
                     *         "first_touch": {
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "session_id": "01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01",
                     *           "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *           "source": "campaign",
                     *           "touched_at": "2026-05-04T09:30:00Z"
                     *         },
                     *         "last_non_direct": {
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "session_id": "01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01",
                     *           "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *           "source": "campaign",
                     *           "touched_at": "2026-05-04T09:30:00Z"
                     *         },
                     *         "last_touch": {
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "session_id": "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10",
                     *           "campaign_id": null,
                     *           "source": "website",
                     *           "touched_at": "2026-05-06T13:58:12Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Conversion"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only campaigns with exactly this name. */
                name?: string;
                /** @description Only campaigns with exactly this source. */
                source?: string;
                /** @description Only campaigns with exactly this medium. */
                medium?: string;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `medium = cpc AND name:spring`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `source`, `medium`, `created_at`. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *           "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *           "name": "spring",
                     *           "source": "google",
                     *           "medium": "cpc",
                     *           "created_at": "2026-05-04T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Campaign"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listCampaignPerformance: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only campaigns with exactly this name. */
                name?: string;
                /** @description Only campaigns with exactly this source. */
                source?: string;
                /** @description Only campaigns with exactly this medium. */
                medium?: string;
                /** @description Only visits, leads, conversions and days of spend from this instant on. A date is its midnight in UTC. */
                from?: string;
                /** @description Only visits, leads, conversions and days of spend before this instant. A date is its midnight in UTC. */
                to?: string;
                /** @description What a conversion or lead is credited to: `last_non_direct` the last visit that tags, a click id or another site brought; where there is none, the last visit; `last_touch` the last visit before it happened, the one in which it happened included; `first_touch` the first visit of the person; `linear` all visits in equal parts; `position` 40 % the first visit, 40 % the last, the rest those between in equal parts; two visits a half each; `time_decay` all visits, one that is seven days older by half as much. Of more than 20 visits the first and the last 19 share. */
                model?: "last_non_direct" | "last_touch" | "first_touch" | "linear" | "position" | "time_decay";
                /** @description Only records of which this is true, such as `medium = cpc AND name:spring`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `source`, `medium`, `created_at`. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *           "name": "spring",
                     *           "source": "google",
                     *           "medium": "cpc",
                     *           "from": "2026-05-01T00:00:00Z",
                     *           "to": null,
                     *           "model": "last_non_direct",
                     *           "visitors": 120,
                     *           "sessions": 154,
                     *           "leads": 5,
                     *           "conversions": 6,
                     *           "revenue": [
                     *             {
                     *               "currency": "EUR",
                     *               "value": 297
                     *             }
                     *           ],
                     *           "spend": [
                     *             {
                     *               "currency": "EUR",
                     *               "value": 118.8
                     *             }
                     *           ],
                     *           "cost_per_lead": [
                     *             {
                     *               "currency": "EUR",
                     *               "value": 23.76
                     *             }
                     *           ],
                     *           "return": [
                     *             {
                     *               "currency": "EUR",
                     *               "value": 2.5,
                     *               "reason_code": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CampaignPerformance"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: {
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *         "workspace_id": "01a1f840-11aa-7c3e-9d52-3b1f60a7c001",
                     *         "name": "spring",
                     *         "source": "google",
                     *         "medium": "cpc",
                     *         "created_at": "2026-05-04T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCampaignPerformance: {
        parameters: {
            query?: {
                /** @description Only visits, leads, conversions and days of spend from this instant on. A date is its midnight in UTC. */
                from?: string;
                /** @description Only visits, leads, conversions and days of spend before this instant. A date is its midnight in UTC. */
                to?: string;
                /** @description What a conversion or lead is credited to: `last_non_direct` the last visit that tags, a click id or another site brought; where there is none, the last visit; `last_touch` the last visit before it happened, the one in which it happened included; `first_touch` the first visit of the person; `linear` all visits in equal parts; `position` 40 % the first visit, 40 % the last, the rest those between in equal parts; two visits a half each; `time_decay` all visits, one that is seven days older by half as much. Of more than 20 visits the first and the last 19 share. */
                model?: "last_non_direct" | "last_touch" | "first_touch" | "linear" | "position" | "time_decay";
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "campaign_id": "5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d",
                     *         "name": "spring",
                     *         "source": "google",
                     *         "medium": "cpc",
                     *         "from": "2026-05-01T00:00:00Z",
                     *         "to": null,
                     *         "model": "last_non_direct",
                     *         "visitors": 120,
                     *         "sessions": 154,
                     *         "leads": 5,
                     *         "conversions": 6,
                     *         "revenue": [
                     *           {
                     *             "currency": "EUR",
                     *             "value": 297
                     *           }
                     *         ],
                     *         "spend": [
                     *           {
                     *             "currency": "EUR",
                     *             "value": 118.8
                     *           }
                     *         ],
                     *         "cost_per_lead": [
                     *           {
                     *             "currency": "EUR",
                     *             "value": 23.76
                     *           }
                     *         ],
                     *         "return": [
                     *           {
                     *             "currency": "EUR",
                     *             "value": 2.5,
                     *             "reason_code": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CampaignPerformance"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listLists: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Only records of which this is true, such as `name:customers`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `description`, `color`, `of`, `created_at`, `updated_at`. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f844-3333-7c3e-9d52-3b1f60a7c003",
                     *           "name": "Asked for a demo",
                     *           "description": "To call this week.",
                     *           "color": "#2563EB",
                     *           "created_at": "2026-05-04T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["VisitorList"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Asked for a demo",
                 *       "color": "#2563EB"
                 *     }
                 */
                "application/json": {
                    readonly id?: unknown;
                    readonly created_at?: unknown;
                    readonly filter_tree?: unknown;
                    readonly upkeep?: unknown;
                    /** @description Name of the list. */
                    name: string;
                    /** @description Absent: empty. */
                    description?: string;
                    /** @description Hex colour, #RRGGBB; absent: #2563EB. */
                    color?: string;
                    /** @description Makes it a list that keeps itself: on it are those of whom this is true, such as `country = Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON tree. docs/guides/filters.md tells the language. */
                    filter?: string | {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Of whom the list is. Needed with `filter`, and of no meaning without.
                     * @enum {string}
                     */
                    of?: "visitors" | "identities";
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f844-3333-7c3e-9d52-3b1f60a7c003",
                     *         "name": "Asked for a demo",
                     *         "description": "To call this week.",
                     *         "color": "#2563EB",
                     *         "created_at": "2026-05-04T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["VisitorList"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f844-3333-7c3e-9d52-3b1f60a7c003",
                     *         "name": "Asked for a demo",
                     *         "description": "To call this week.",
                     *         "color": "#2563EB",
                     *         "created_at": "2026-05-04T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["VisitorList"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Go on only if this is still the ETag of the record. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Go on only if this is still the ETag of the record. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Asked for a demo in May"
                 *     }
                 */
                "application/json": {
                    readonly id?: unknown;
                    readonly created_at?: unknown;
                    readonly of?: unknown;
                    readonly filter_tree?: unknown;
                    readonly upkeep?: unknown;
                    /** @description Name of the list. */
                    name?: string;
                    /** @description Absent: empty. */
                    description?: string;
                    /** @description Hex colour, #RRGGBB; absent: #2563EB. */
                    color?: string;
                    /** @description Makes it a list that keeps itself: on it are those of whom this is true, such as `country = Germany AND did("page_view", path = "/pricing*", within 30d)`; text or a JSON tree. docs/guides/filters.md tells the language. */
                    filter?: string | {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f844-3333-7c3e-9d52-3b1f60a7c003",
                     *         "name": "Asked for a demo",
                     *         "description": "To call this week.",
                     *         "color": "#2563EB",
                     *         "created_at": "2026-05-04T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["VisitorList"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    previewList: {
        parameters: {
            query?: {
                /** @description Of whom. */
                of?: "visitors" | "identities";
                /** @description The filter, as of a list; text or a JSON tree. Absent: everybody. */
                filter?: string;
                /** @description true: all are counted, however long that takes; 10 s at most. */
                exact?: boolean;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "of": "identities",
                     *         "total": 1,
                     *         "approximate": false,
                     *         "sample": [
                     *           "01a1f843-753c-76b8-835a-667c2bb1be56"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListPreview"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listListMembers: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "type": "visitor",
                     *           "visitor_id": "01a1f843-753c-76b8-835a-667c2bb1be56",
                     *           "identity_id": null,
                     *           "created_at": "2026-05-04T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListMember"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    addListMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "visitor_ids": [
                 *         "01a1f843-753c-76b8-835a-667c2bb1be56"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of visitors; 1000 at most, together with the others. */
                    visitor_ids?: string[];
                    /** @description Ids of identitys; 1000 at most, together with the others. */
                    identity_ids?: string[];
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "added": 1,
                     *         "already_there": 1,
                     *         "visitor_ids": [
                     *           "01a1f843-753c-76b8-835a-667c2bb1be56"
                     *         ],
                     *         "identity_ids": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListAddition"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    removeListMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry harmless: the same key gets the first answer again for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "visitor_ids": [
                 *         "01a1f843-753c-76b8-835a-667c2bb1be56"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of visitors; 1000 at most, together with the others. */
                    visitor_ids?: string[];
                    /** @description Ids of identitys; 1000 at most, together with the others. */
                    identity_ids?: string[];
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "removed": 1,
                     *         "not_there": 0,
                     *         "visitor_ids": [
                     *           "01a1f843-753c-76b8-835a-667c2bb1be56"
                     *         ],
                     *         "identity_ids": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ListRemoval"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description What is counted, with commas between: `visitors` different visitors with a visit that began in the range; `sessions` visits that began in the range; `page_views` pages that were viewed in these visits; `bounce_rate` share of these visits with one page at most, below 10 s of attention and no conversion; `engaged_seconds` seconds for which these visits held attention; `average_engaged_seconds` the same for one visit; `leads` leads that opened in the range; `conversions` conversions that happened in the range; `revenue` what they are worth, by currency. */
                metrics?: string;
                /** @description By what, at most two with a comma between: `channel` channel of the visit: search, paid, email, …; `channel_group` the same by the names of Google Analytics 4: Paid Search, …; `source` source of the visit: Google, newsletter, news.example.org, …; `campaign` id of its campaign; `country` country by its English name; `device` desktop, mobile, tablet, tv, console or wearable; `browser` family of the browser; `agent` name of the agent that acted for a person; `landing_page` path of the first page of the visit; `exit_page` path of its last page; `city` city; `company` id of the company in whose network the visitor was; `page` path of a page that was viewed; `list` id of a list that the visitor, or a person the visitor was named as, is on. */
                dimensions?: string;
                /** @description Beside the rows, the largest groups by each of these dimensions, as a question for each of them would tell; at most 8 with commas between. What is counted follows a colon, as in `page:page_views`; by default it is `sessions`. */
                breakdowns?: string;
                /** @description A row for each of these, also for those without a visit; 800 at most. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description Where the range begins (inclusive), by default 30 days ago. A date is its midnight in the time zone; an instant is taken to the quarter of an hour in which it lies. A date is its midnight in UTC. */
                since?: string;
                /** @description Where it ends (exclusive), by default after today; 366 days later at most. An instant is taken to the end of its quarter of an hour. A date is its midnight in UTC. */
                until?: string;
                /** @description Whose hours, days, weeks and months they are, as Europe/Berlin; by default the time zone of the workspace. Weeks begin on Monday. */
                time_zone?: string;
                /** @description The same figures of the period before, beside each: of as many months before a range of whole months, else of as many days. */
                compare?: "previous_period";
                /** @description By which of the metrics groups are sorted; with a minus sign before it the largest come first. By default the first of the metrics, the largest first. */
                sort?: "visitors" | "-visitors" | "sessions" | "-sessions" | "page_views" | "-page_views" | "bounce_rate" | "-bounce_rate" | "engaged_seconds" | "-engaged_seconds" | "average_engaged_seconds" | "-average_engaged_seconds" | "leads" | "-leads" | "conversions" | "-conversions";
                /** @description How many groups are shown, of the rows and of each breakdown. */
                top?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only where this is exactly the channel; empty: where there is none. */
                channel?: string;
                /** @description Only where this is exactly the channel group; empty: where there is none. */
                channel_group?: string;
                /** @description Only where this is exactly the source; empty: where there is none. */
                source?: string;
                /** @description Only where this is exactly the campaign; empty: where there is none. */
                campaign?: string;
                /** @description Only where this is exactly the country; empty: where there is none. */
                country?: string;
                /** @description Only where this is exactly the device; empty: where there is none. */
                device?: string;
                /** @description Only where this is exactly the browser; empty: where there is none. */
                browser?: string;
                /** @description Only where this is exactly the agent; empty: where there is none. */
                agent?: string;
                /** @description Only where this is exactly the landing page; empty: where there is none. */
                landing_page?: string;
                /** @description Only where this is exactly the exit page; empty: where there is none. */
                exit_page?: string;
                /** @description Only where this is exactly the city; empty: where there is none. */
                city?: string;
                /** @description Only where this is exactly the company; empty: where there is none. */
                company?: string;
                /** @description Only where this is exactly the page; empty: where there is none. */
                page?: string;
                /** @description Only where this is exactly the list. */
                list?: string;
                /** @description Only visits of which this is true, such as `channel IN (search, paid) AND landing_page = "/pricing*" AND NOT lead:*`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `channel`, `channel_group`, `source`, `campaign_id`, `country`, `city`, `device`, `browser`, `os`, `agent`, `landing_page`, `exit_page`, `page`, `company_id`. Fields of `session`, `visitor`, `identity`, `company`, `lead`, `conversion`, `list` follow a dot. */
                filter?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "since": "2026-03-01T00:00:00Z",
                     *         "until": "2026-04-01T00:00:00Z",
                     *         "previous_range": {
                     *           "since": "2026-02-01T00:00:00Z",
                     *           "until": "2026-03-01T00:00:00Z"
                     *         },
                     *         "time_zone": "UTC",
                     *         "as_of": null,
                     *         "approximate": false,
                     *         "total": {
                     *           "visitors": 1204,
                     *           "sessions": 1630
                     *         },
                     *         "previous_total": {
                     *           "visitors": 1010,
                     *           "sessions": 1391
                     *         },
                     *         "groups": 9,
                     *         "rows": [
                     *           {
                     *             "time": null,
                     *             "dimensions": [
                     *               {
                     *                 "name": "source",
                     *                 "value": "Google",
                     *                 "label": "Google"
                     *               }
                     *             ],
                     *             "figures": {
                     *               "visitors": 512,
                     *               "sessions": 640
                     *             },
                     *             "previous": {
                     *               "visitors": 430,
                     *               "sessions": 544
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Stats"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Only members with exactly this role. */
                role?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-joined_at" | "joined_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f840-2222-7c3e-9d52-3b1f60a7c002",
                     *           "email": "grace@example.com",
                     *           "name": "Grace Hopper",
                     *           "avatar": "",
                     *           "username": "",
                     *           "language": "en",
                     *           "created_at": "2026-05-01T08:00:00Z",
                     *           "workspace_role": "admin",
                     *           "joined_at": "2026-05-01T08:00:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01a1f840-2222-7c3e-9d52-3b1f60a7c002",
                     *         "email": "grace@example.com",
                     *         "name": "Grace Hopper",
                     *         "avatar": "",
                     *         "username": "",
                     *         "language": "en",
                     *         "created_at": "2026-05-01T08:00:00Z",
                     *         "workspace_role": "admin",
                     *         "joined_at": "2026-05-01T08:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Only changes by such. */
                actor_type?: "key" | "member" | "command";
                /** @description Only changes by this key or member. */
                actor_id?: string;
                /** @description Only this operation or command, exactly. */
                action?: string;
                /** @description Only changes of such, exactly. */
                resource_type?: string;
                /** @description Only changes of this record. */
                resource_id?: string;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f847-5555-7c3e-9d52-3b1f60a7c005",
                     *           "created_at": "2026-05-04T09:30:00Z",
                     *           "actor_type": "key",
                     *           "actor_id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002",
                     *           "actor_name": "CRM",
                     *           "action": "updateLead",
                     *           "resource_type": "leads",
                     *           "resource_id": "01a1f846-4444-7c3e-9d52-3b1f60a7c004",
                     *           "fields": [
                     *             "summary"
                     *           ],
                     *           "changes": {},
                     *           "ip": "203.0.113.0",
                     *           "user_agent": "crm-sync/2.1"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listFailedEvents: {
        parameters: {
            query?: {
                /** @description Page size. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only those whose reason has this text in it, in any case. */
                reason?: string;
                /** @description Only those that came with this key. */
                key_id?: string;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Pages that stand still while records come in, in place of offset: empty for the first page, then `next_cursor` of the page before, with the same filters and sort. */
                cursor?: string;
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01a1f848-6666-7c3e-9d52-3b1f60a7c006",
                     *           "created_at": "2026-05-04T09:30:00Z",
                     *           "reason": "name: must not have fewer than 1 characters",
                     *           "reason_code": "field",
                     *           "field": "name",
                     *           "key_id": "01a1f840-22bb-7c3e-9d52-3b1f60a7c002",
                     *           "key_name": "Production",
                     *           "body": "{\"type\":\"event\",\"name\":\"\"}"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FailedEvent"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                            /** @description With `cursor`: where the next page begins, also when records come in meanwhile. Null at the end. */
                            next_cursor?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    countFailedEvents: {
        parameters: {
            query?: {
                /** @description true: of development keys instead. */
                test?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "total": 3,
                     *         "reasons": [
                     *           {
                     *             "reason": "name: must not have fewer than 1 characters",
                     *             "reason_code": "field",
                     *             "field": "name",
                     *             "count": 3,
                     *             "last_at": "2026-05-04T09:30:00Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FailedReasons"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCompleteness: {
        parameters: {
            query?: {
                /** @description The first day, by default 30 days before `until`. A date is its midnight in UTC. */
                since?: string;
                /** @description The day after the last, by default after today; 92 days after `since` at most. A date is its midnight in UTC. */
                until?: string;
                /** @description true: of development keys instead. */
                test?: boolean;
            };
            header?: {
                /** @description Answer 304 if this is still the ETag of the record. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "total": {
                     *           "visits": 120,
                     *           "made": 1000,
                     *           "received": 995,
                     *           "refused": 2,
                     *           "lost": 3
                     *         },
                     *         "days": [
                     *           {
                     *             "date": "2026-05-04",
                     *             "visits": 120,
                     *             "made": 1000,
                     *             "received": 995,
                     *             "refused": 2,
                     *             "lost": 3
                     *           }
                     *         ],
                     *         "browsers": [
                     *           {
                     *             "browser": "Firefox",
                     *             "visits": 120,
                     *             "made": 1000,
                     *             "received": 995,
                     *             "refused": 2,
                     *             "lost": 3
                     *           }
                     *         ],
                     *         "rows": [
                     *           {
                     *             "date": "2026-05-04",
                     *             "browser": "Firefox",
                     *             "visits": 120,
                     *             "made": 1000,
                     *             "received": 995,
                     *             "refused": 2,
                     *             "lost": 3
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Completeness"];
                    };
                };
            };
            /** @description Not modified since the version that If-None-Match names. */
            304: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `next` of the answer before. */
                after?: string;
                /** @description Page size. */
                limit?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "position": "48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004",
                     *           "kind": "session",
                     *           "action": "changed",
                     *           "ids": [
                     *             "01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10"
                     *           ],
                     *           "visitor_ids": [
                     *             "01a1f843-753c-76b8-835a-667c2bb1be56"
                     *           ],
                     *           "created_at": "2026-05-06T14:02:11Z"
                     *         }
                     *       ],
                     *       "next": "48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Change"][];
                        /**
                         * @description Where to go on; also when nothing changed.
                         * @example 48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004
                         */
                        next: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            410: components["responses"]["gone"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description A position, where `Last-Event-ID` cannot be sent. Absent: from now on. */
                after?: string;
                /** @description End after so many seconds. */
                seconds?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
            };
            header?: {
                /** @description The position of the last change that came; as `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 1000
                     *
                     *     event: change
                     *     id: 48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004
                     *     data: {"position":"48213-01a1f846-4444-7c3e-9d52-3b1f60a7c004","kind":"lead","action":"changed","ids":["01a1f846-4444-7c3e-9d52-3b1f60a7c004"],"visitor_ids":[],"created_at":"2026-05-04T09:30:00Z"}
                     *
                     *
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    searchRecords: {
        parameters: {
            query?: {
                /** @description What was typed so far. No character is special. Nothing is found by nothing, nor by what has neither letter nor digit. */
                q?: string;
                /** @description Only these kinds, with commas between: identity, company, lead, visitor. Absent: all that the key may read. */
                kinds?: string;
                /** @description Of each kind, at most. */
                limit?: number;
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "identity",
                     *           "id": "01a1f844-1111-7d0c-8a7f-6f3f1c2b4d5e",
                     *           "title": "Ann Miller",
                     *           "subtitle": "ann@acme.example",
                     *           "matched": {
                     *             "field": "name",
                     *             "value": "Ann Miller"
                     *           },
                     *           "rank": 2
                     *         }
                     *       ],
                     *       "has_more": {
                     *         "identity": false,
                     *         "company": false,
                     *         "lead": true,
                     *         "visitor": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SearchHit"][];
                        /**
                         * @description By kind that was searched. Type on to see them.
                         * @example {
                         *       "identity": false,
                         *       "company": false,
                         *       "lead": true,
                         *       "visitor": false
                         *     }
                         */
                        has_more: {
                            /** @description There are more, or there may be. */
                            identity?: boolean;
                            /** @description There are more, or there may be. */
                            company?: boolean;
                            /** @description There are more, or there may be. */
                            lead?: boolean;
                            /** @description There are more, or there may be. */
                            visitor?: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportLeads: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only leads with exactly this source. */
                source?: string;
                /** @description Only leads with exactly this code. */
                code?: string;
                /** @description true: the suspect leads instead of all others. */
                suspect?: boolean;
                /** @description Only leads of this identity. */
                identity_id?: string;
                /** @description Only leads of this company. */
                company_id?: string;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `source = campaign AND company.name:acme`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `identity_id`, `session_id`, `company_id`, `code`, `source`, `properties`, `location`, `summary`, `suspect`, `created_at`, `updated_at`. Fields of `visitor`, `identity`, `company`, `session`, `conversion` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description What else is told of each record: identity or company, the record that `identity_id` or `company_id` names; it needs the scope to read that. */
                expand?: "identity" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportPeople: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only the identity that has exactly this address among its addresses, in any case. */
                email?: string;
                /** @description Only identities that this visitor was linked to. */
                visitor_id?: string;
                /** @description Only favorites, or only others. */
                is_favorite?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `traits.plan = team AND NOT conversion:*`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `email`, `name`, `traits`, `is_favorite`, `intent_score`, `stage`, `persona`, `city`, `country`, `first_seen`, `last_seen`, `created_at`, `updated_at`. Fields of `visitor`, `company`, `session`, `lead`, `conversion`, `list` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at" | "-intent_score" | "intent_score";
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description What else is told of each record: addresses, every email address with its right and time; rights, by what right the name and each trait are believed; personality, score and stage as of today, absent until the behaviour was looked at; company, that of the visitors whose person this is by now, of several the surest, which needs the scope to read companies. */
                expand?: "addresses" | "rights" | "personality" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportCompanies: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only companies whose name contains this, in any case. */
                name?: string;
                /** @description Only the company with exactly this domain. */
                domain?: string;
                /** @description Only records of which this is true, such as `did("page_view", path = "/pricing*", within 7d)`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `domain`, `description`, `employees`, `main_industry`, `created_at`, `updated_at`. Fields of `visitor`, `identity`, `session`, `lead`, `conversion` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-name" | "name" | "-last_seen" | "last_seen" | "-visits" | "visits" | "-page_views" | "page_views" | "-intent" | "intent";
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description Only companies with a visit that began at this instant or later (inclusive). Absent: the last 7 days. A date is its midnight in UTC. */
                active_since?: string;
                /** @description The end of that time (exclusive). Absent: now. A date is its midnight in UTC. */
                active_until?: string;
                /** @description What else is told of each record: activity, what its visitors did in the time from active_since to active_until. Needs the scope visitors:read. */
                expand?: "activity";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportVisitors: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only visitors whose first visit came from exactly this source. */
                source?: string;
                /** @description Only visitors whose first visit came by this channel. */
                channel?: "direct" | "search" | "social" | "email" | "ai_assistant" | "paid" | "campaign" | "referral";
                /** @description Only visitors who had a visit from exactly this country. */
                country?: string;
                /** @description Only visitors with evidence for this company. */
                company_id?: string;
                /** @description Only visitors that were linked to this identity. */
                identity_id?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `country = Germany AND did("page_view", path = "/pricing*", at least 2, within 30d)`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `identity_id`, `company_id`, `company_confidence`, `source`, `channel`, `channel_group`, `origin`, `referrer`, `entry_url`, `campaign`, `city`, `country`, `session_count`, `event_count`, `page_view_count`, `state`, `agent`, `first_seen`, `last_seen`, `created_at`. Fields of `identity`, `company`, `session`, `lead`, `conversion`, `list` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-last_visit" | "last_visit";
                /** @description What else is told of each record: identity or company, the record that `identity_id` or `company_id` names; it needs the scope to read that. */
                expand?: "identity" | "company";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportSessions: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only sessions of this visitor. */
                visitor_id?: string;
                /** @description Only sessions that were the visits of this person. */
                identity_id?: string;
                /** @description Only sessions of visitors with evidence for this company. */
                company_id?: string;
                /** @description Only sessions from exactly this source. */
                source?: string;
                /** @description Only sessions from exactly this country, such as Germany. */
                country?: string;
                /** @description Only sessions whose first page has an address that begins so. */
                entry_page?: string;
                /** @description Only sessions that began after this instant (exclusive). A date is its midnight in UTC. */
                started_after?: string;
                /** @description Only sessions that began before this instant (exclusive). A date is its midnight in UTC. */
                started_before?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records of which this is true, such as `channel = search AND page_view_count > 3`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `campaign_id`, `source`, `channel`, `channel_group`, `origin`, `campaign`, `click_ids`, `referrer`, `entry_url`, `exit_url`, `city`, `country`, `network_owner`, `connection`, `browser`, `os`, `device`, `locale`, `timezone`, `screen`, `state`, `agent`, `event_count`, `page_view_count`, `engaged_seconds`, `duration_seconds`, `is_bounce`, `started_at`, `last_activity_at`, `ended_at`, `created_at`. Fields of `visitor`, `identity`, `company`, `lead`, `conversion` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description What else is told of each record: pages, those that were viewed and for how long, as GET /sessions/{id} tells them; the first 100 of each. */
                expand?: "pages";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportConversions: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only conversions with exactly this name. */
                name?: string;
                /** @description Only conversions of this visitor. */
                visitor_id?: string;
                /** @description Only conversions of this identity. */
                identity_id?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `value >= 100 AND visitor.country = Germany`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `session_id`, `identity_id`, `lead_id`, `name`, `value`, `currency`, `external_id`, `code`, `right`, `properties`, `created_at`, `updated_at`. Fields of `visitor`, `identity`, `company`, `lead`, `session` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at" | "-updated_at" | "updated_at";
                /** @description Only records that changed after this instant (exclusive). A date is its midnight in UTC. */
                updated_after?: string;
                /** @description What else is told of each record: identity, the record that `identity_id` names; it needs the scope to read that. */
                expand?: "identity";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportCampaigns: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only campaigns with exactly this name. */
                name?: string;
                /** @description Only campaigns with exactly this source. */
                source?: string;
                /** @description Only campaigns with exactly this medium. */
                medium?: string;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `medium = cpc AND name:spring`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `name`, `source`, `medium`, `created_at`. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
                /** @description Only events of this visitor. */
                visitor_id?: string;
                /** @description Only events of this session. */
                session_id?: string;
                /** @description Only events with exactly this name, such as page_view. */
                name?: string;
                /** @description Only events on a page whose address begins so. */
                page?: string;
                /** @description true: the bots, which are left out otherwise, instead of people. */
                bots?: boolean;
                /** @description Only records created after this instant (exclusive). A date is its midnight in UTC. */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). A date is its midnight in UTC. */
                created_before?: string;
                /** @description Only records of which this is true, such as `name = page_view AND path = "/pricing*"`; text or a JSON tree. docs/guides/filters.md tells the language. Fields: `id`, `visitor_id`, `session_id`, `type`, `name`, `url`, `path`, `title`, `referrer`, `properties`, `created_at`. Fields of `visitor`, `identity`, `company`, `session`, `lead` follow a dot. */
                filter?: string;
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    exportListMembers: {
        parameters: {
            query?: {
                /** @description By which field; with a minus the greatest first. Ties are broken by id. */
                sort?: "-created_at" | "created_at";
                /** @description Only these fields of each record, such as `id,created_at`: names with commas between. The others are left out of the answer, also those that are always there otherwise. */
                fields?: string;
                /** @description As what: `csv`, a line for each record, for spreadsheets; `ndjson`, a record as JSON on each line; `parquet`, typed columns, for DuckDB, pandas and the like. */
                format?: "csv" | "ndjson" | "parquet";
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
}
