import { InvalidArgumentError } from 'commander';

/** Reads the port that an option takes, `least` or more; commander tells the InvalidArgumentError that it throws. */
export function portFrom(least: 0 | 1): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,5}$/.test(text) && value >= least && value <= 65_535) return value;
    throw new InvalidArgumentError(`It must be a port from ${least} to 65535.`);
  };
}
