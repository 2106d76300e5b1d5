/** Each question is told the path of the first key page, such as /pricing. */
export const ready = {
  title: 'Quick filters',
  questions: {
    changedSinceYesterday: (_page: string) => 'Updated since yesterday',
    openedThisWeek: (_page: string) => 'Created this week',
    firstHereThisWeek: (_page: string) => 'First visit this week',
    hereThisWeek: (_page: string) => 'Active this week',
    awayForMonth: (_page: string) => 'Inactive for a month',
    sawTwiceNotConverted: (page: string) => `Viewed ${page} twice, no conversion`,
    sawThisWeekNoLead: (page: string) => `Viewed ${page} this week, no lead yet`,
    byAssistantThisMonth: (_page: string) => 'From AI assistants this month',
    suspected: (_page: string) => 'Suspected bots',
    thisWeek: (_page: string) => 'This week',
    withValue: (_page: string) => 'With a value',
  },
};
