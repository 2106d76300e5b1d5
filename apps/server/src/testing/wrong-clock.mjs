// Preloaded into a service (`--import`): its clock is off by CLOCK_OFF_MS, and by CLOCK_THEN_MS from SIGUSR2 on.
const RealDate = globalThis.Date;
const realNow = RealDate.now;
let off = Number(process.env.CLOCK_OFF_MS);
process.on('SIGUSR2', () => {
  off = Number(process.env.CLOCK_THEN_MS);
});
globalThis.Date = class WrongDate extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [WrongDate.now()] : parts));
  }

  static now() {
    return realNow() + off;
  }
};
