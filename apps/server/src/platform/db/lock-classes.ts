/**
 * Every advisory lock without its own 64-bit key: a class, usually with `hashtext` of a workspace. Each class has one meaning;
 * sharing a number would cause unnecessary waits.
 *
 * Two releases run side by side during an upgrade, and only exclude each other if their numbers match: a changed number does not
 * protect against the older release until that has ended. So locks that prevent irreparable damage keep theirs, and a new one
 * takes the next number.
 */
export const lockClasses = {
  /** Jobs of a kind: one process takes them at a time. */
  jobs: 4_608,
  /** Who people are: shared by claims, exclusive for recomputation. */
  people: 4_610,
  /** Recomputing or correcting people; held for long. */
  makingPeople: 4_611,
  /** Changing figures. */
  figures: 4_612,
  /** Number of automatic lists. */
  keptListRoom: 4_614,
  /** Removing a deleted workspace's data. */
  removal: 4_615,
  /** Conversions with the same external_id. */
  claims: 4_618,
  /** Deleting old changes. */
  forgetting: 4_619,
  /** Evaluating automatic lists. */
  listUpkeep: 4_620,
  /** Number of list changes. */
  listChangeRoom: 4_621,
  /** Number of saved views. */
  viewRoom: 4_622,
  /** Removing expired data. */
  retention: 4_623,
} as const;

/** Locks of a whole database. */
export const databaseLocks = {
  migration: 4_607_182,
  citusArrangement: 4_607_183,
  /** Per node. */
  citusArrivals: 4_607_184,
} as const;
