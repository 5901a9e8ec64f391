import { InvalidArgumentError } from 'commander';

/** An argument that is a whole number greater than 0; throws commander's error. */
export function wholeNumber(text: string): number {
  if (/^\d+$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a whole number greater than 0.');
}
