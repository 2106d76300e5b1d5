/** Space below a chart, reserved before the chart has loaded. */
export const legendHeight = 27;
