/**
 * Every advisory lock that is not a key of 64 bits of its own: a class, and beside it most often `hashtext` of a workspace. Each
 * class has one meaning. What two classes with one number keep apart waits for what it need not wait for.
 *
 * Two releases run side by side while a service is upgraded, and keep each other off only where both have the same number: one
 * that is changed keeps nothing off the older release until that has ended. So those that guard what cannot be put right
 * keep theirs, and a new one takes the next number.
 */
export const lockClasses = {
  /** Jobs of a kind: one process takes them at a time. */
  jobs: 4_608,
  /** Who people are: shared by who names them, alone for who makes them anew. */
  people: 4_610,
  /** People are made anew, or corrected: for long. */
  makingPeople: 4_611,
  /** Figures are changed. */
  figures: 4_612,
  /** How many lists keep themselves. */
  keptListRoom: 4_614,
  /** What is left of a workspace that was deleted is removed. */
  removal: 4_615,
  /** Conversions under the same external_id. */
  claims: 4_618,
  /** Old changes are forgotten. */
  forgetting: 4_619,
  /** Lists that keep themselves are evaluated. */
  listUpkeep: 4_620,
  /** How many list changes there are. */
  listChangeRoom: 4_621,
  /** How many views are saved. */
  viewRoom: 4_622,
  /** What is older than is kept is removed. */
  retention: 4_623,
} as const;

/** Locks of a whole database. */
export const databaseLocks = {
  migration: 4_607_182,
  citusArrangement: 4_607_183,
  /** Of a node. */
  citusArrivals: 4_607_184,
} as const;
