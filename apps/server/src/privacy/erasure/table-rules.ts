/**
 * The rule for each table in an erasure. A test compares the list with PostgreSQL's catalogue, so a new table needs a
 * rule.
 */
import type { ErasedKind } from '@footfall/contract/erasures';

interface OfVisitor {
  /** Rows are removed by the visitor in this column, in lock order. */
  visitor: string;
  /** Kind to count them as; absent for derived rows. */
  counts?: ErasedKind;
}
/** Its own statement removes the rows, or the personal part of them. */
interface Apart {
  apart: 'begin' | 'visits' | 'facts' | 'traces';
}
/** Rows stay: why they hold nothing about a visitor or person. */
interface Kept {
  kept: string;
}
type TableRule = OfVisitor | Apart | Kept;

const figures = { kept: 'sums of many visits, without ids' };
const ofMembers = { kept: 'members of the workspace, who are no visitors' };
const ofInstallation = { kept: 'the installation' };
const ofWorkspace = { kept: 'the workspace' };
const ofCompanies = { kept: 'companies, as far as visitors do not link to them' };
const mark = { kept: 'how far a process is' };

export const tableRules: Record<string, TableRule> = {
  kept_visits: { visitor: 'visitor_id' },
  visitors: { visitor: 'id', counts: 'visitors' },
  consents: { visitor: 'visitor_id', counts: 'consents' },
  company_evidence: { visitor: 'visitor_id', counts: 'company_links' },
  refused_evidence: { visitor: 'visitor_id', counts: 'company_links' },
  suggestions: { visitor: 'visitor_id', counts: 'suggestions' },
  identity_links: { visitor: 'visitor_id', counts: 'links' },
  leads: { visitor: 'visitor_id', counts: 'leads' },
  conversions: { visitor: 'visitor_id', counts: 'conversions' },
  touchpoints: { visitor: 'visitor_id' },

  identities: { apart: 'begin' },
  personalities: { apart: 'begin' },
  past_edits: { apart: 'begin' },
  corrections: { apart: 'begin' },
  people_holds: { apart: 'begin' },
  events: { apart: 'visits' },
  sessions: { apart: 'visits' },
  verdicts: { apart: 'visits' },
  visitor_list_members: { apart: 'visits' },
  session_facts: { apart: 'facts' },
  open_facts: { apart: 'facts' },
  stats_marks: { apart: 'facts' },
  stats_values: { apart: 'traces' },
  audit_log: { apart: 'traces' },
  failed_events: { apart: 'traces' },
  idempotent_answers: { apart: 'traces' },
  changes: { apart: 'traces' },
  list_change_slices: { apart: 'traces' },
  jobs: { apart: 'traces' },
  search_pending: { apart: 'traces' },
  search_records: { apart: 'traces' },
  search_tokens: { apart: 'traces' },
  visitor_lists: { apart: 'traces' },
  saved_views: { apart: 'traces' },
  shares: { apart: 'traces' },
  erasure_parts: { apart: 'traces' },

  erasures: { kept: 'that somebody was erased, without whom' },
  erased_names: { kept: 'hashes that refuse old messages' },
  erasure_secrets: { kept: 'the key of these hashes' },
  list_changes: { kept: 'how many were put on a list' },
  previewed_writes: { kept: 'hashes, for minutes' },
  security_events: ofMembers,
  invitations: ofMembers,
  workspace_members: ofMembers,
  users: ofMembers,
  user_accounts: ofMembers,
  user_passkeys: ofMembers,
  user_sessions: ofMembers,
  user_two_factors: ofMembers,
  user_verifications: ofMembers,
  used_codes: ofMembers,
  account_secrets: ofInstallation,
  application_login: ofInstallation,
  schema_migrations: ofInstallation,
  workspaces: ofWorkspace,
  api_keys: ofWorkspace,
  signing_secrets: ofWorkspace,
  wary_keys: ofWorkspace,
  network_secrets: ofWorkspace,
  daily_usage: ofWorkspace,
  campaigns: ofWorkspace,
  campaign_spend: ofWorkspace,
  companies: ofCompanies,
  company_details: ofCompanies,
  company_imports: mark,
  change_floors: mark,
  list_upkeep: mark,
  retention_runs: mark,
  sink_positions: mark,
  stats_state: mark,
  message_day_marks: mark,
  message_days: figures,
  record_counts: figures,
  stats_active_days: figures,
  stats_days: figures,
  stats_pairs: figures,
  stats_quarters: figures,
  stats_revenue: figures,
};

export interface VisitorTable {
  name: string;
  column: string;
  kind: ErasedKind | undefined;
}

export const visitorTables: VisitorTable[] = Object.entries(tableRules).flatMap(([name, rule]) =>
  'visitor' in rule ? [{ name, column: rule.visitor, kind: rule.counts }] : [],
);
