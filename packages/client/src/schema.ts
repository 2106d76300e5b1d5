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
         * @description JSON Merge Patch (RFC 7396) inside properties, location and summary. Fields of a lead that cannot be changed are ignored.
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
         * @description Scope: `visitors:read`.
         */
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A person or visitor who showed interest. */
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
            /** @description Where the lead came from; examples: website, referral, campaign. */
            source: string;
            /**
             * Format: date-time
             * @description Set on creation.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Equals created_at on creation; changes on update.
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
            /** @description Null when not set. */
            identity_id: string | null;
            /** @description Null when not set. */
            session_id: string | null;
            /** @description Null on a newly created lead. */
            summary: {
                [key: string]: unknown;
            } | null;
            /** @description Null when not set. */
            company_id: string | null;
        };
        /** @description A known person, across devices. */
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
            /** @description Empty when not known. */
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
            /** @description Latest IP address; empty when not stored. */
            ip: string;
            /** @description Empty when not known. */
            city: string;
            /** @description Empty when not known. */
            country: string;
            /** @description Whether the identity is marked favorite. */
            is_favorite: boolean;
            /**
             * Format: date-time
             * @description When the person was first identified.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /** @description One thing that a person did. */
        Activity: {
            /** @description Stable id of the activity. */
            id: string;
            /** @description Name of the event for events (page_view, click, …); else session_start, identify, conversion or lead. */
            type: string;
            /** @description Name or email of the person. */
            who: string;
            /** @description What happened, as a sentence. */
            what: string;
            /** @description Where it came from: website host, campaign or referral. */
            source: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-05-04T09:30:00Z
             */
            created_at: string;
        };
        /** @description The body of every answer that is not a success. */
        Error: {
            /**
             * @description The code, stable across versions.
             * @enum {string}
             */
            error: "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable";
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unauthorized`: The key is missing, mistyped, revoked, or of the wrong kind for this endpoint. Send `Authorization: Bearer svc_sk_…` to the REST API and `X-Svc-Key: svc_pk_…` to ingest; make a new key if it was revoked. */
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `forbidden`: The key is valid but may not do this. `details.reason` says why: missing_scope, origin_not_allowed, server_only or feature_not_included. */
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `method_not_allowed`: The path exists, but not with this method. The `Allow` header lists the methods. */
        method_not_allowed: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `conflict`: The request contradicts an earlier one or one under way. Use a new Idempotency-Key for another body; wait when the first one is still running. */
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests in the current window. Wait for the seconds in `Retry-After`, then go on. */
        rate_limited: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: The service cannot answer just now: its queue is full or its database is away. Wait for the seconds in `Retry-After`, then send the same request again. */
        unavailable: {
            headers: {
                "X-Workspace-Id": components["headers"]["X-Workspace-Id"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
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
        /** @description Requests allowed in the window. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the window. */
        "X-RateLimit-Remaining": number;
        /** @description When the window ends, in Unix seconds. */
        "X-RateLimit-Reset": number;
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
                /** @description Only records created after this instant (exclusive). */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). */
                created_before?: string;
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
                    "application/json": {
                        data: components["schemas"]["Lead"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    readonly id?: unknown;
                    readonly workspace_id?: unknown;
                    readonly created_at?: unknown;
                    readonly updated_at?: unknown;
                    readonly summary?: unknown;
                    /**
                     * Format: uuid
                     * @description Absent: a new anonymous visitor is made.
                     */
                    visitor_id?: string;
                    /** @description Absent: a short readable code is made. Codes need not be unique. */
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
                    /** @description Null: none. */
                    identity_id?: string | null;
                    /** @description Null: none. */
                    session_id?: string | null;
                    /** @description Null: none. */
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
                    [name: string]: unknown;
                };
                content: {
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
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getLead: {
        parameters: {
            query?: never;
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
                    "application/json": {
                        data: components["schemas"]["Lead"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    updateLead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    /** @description Merged into the stored object (RFC 7396): null removes a key. */
                    properties?: {
                        [key: string]: unknown;
                    };
                    /** @description Merged into the stored object (RFC 7396): null removes a key. */
                    location?: {
                        [key: string]: unknown;
                    };
                    /** @description Null removes the summary. */
                    summary?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Null removes the company. */
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description Only the identity with exactly this address, in any case. */
                email?: string;
                /** @description Only identities that this visitor was linked to. */
                visitor_id?: string;
                /** @description Only favorites, or only others. */
                is_favorite?: boolean;
                /** @description Only records created after this instant (exclusive). */
                created_after?: string;
                /** @description Only records created before this instant (exclusive). */
                created_before?: string;
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
                    "application/json": {
                        data: components["schemas"]["Identity"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getIdentity: {
        parameters: {
            query?: never;
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
                    "application/json": {
                        data: components["schemas"]["Identity"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
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
                /** @description true: the test data of development keys instead of the live data. */
                test?: boolean;
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
                    "application/json": {
                        data: components["schemas"]["Activity"][];
                        pagination: {
                            /** @description The page size that was applied. */
                            limit: number;
                            /** @description The number of records that were skipped. */
                            offset: number;
                            /** @description The number of records that match the query, exactly. */
                            total: number;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
}
