/** Below a chart; room is kept for it before the chart is there. */
export const legendHeight = 27;
