/** Each question is told the path of the first key page, such as /pricing. */
export const ready = {
  title: 'Quick filters',
  questions: {
    changedSinceYesterday: (_page: string) => 'Changed since yesterday',
    openedThisWeek: (_page: string) => 'Opened this week',
    firstHereThisWeek: (_page: string) => 'First here this week',
    hereThisWeek: (_page: string) => 'Here this week',
    awayForMonth: (_page: string) => 'Not here for a month',
    sawTwiceNotConverted: (page: string) => `Saw ${page} twice, did not convert`,
    sawThisWeekNoLead: (page: string) => `Saw ${page} this week, no lead yet`,
    byAssistantThisMonth: (_page: string) => 'By an AI assistant, new this month',
    suspected: (_page: string) => 'Suspected to be programs',
    thisWeek: (_page: string) => 'This week',
    withValue: (_page: string) => 'With a value',
  },
};
