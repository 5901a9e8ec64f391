// Edge streamer → builder: what is to be taken back because canaries did badly with it. Key = `verdict`.

export interface CanaryVerdict {
  /** Of the trial; each is carried out once. */
  readonly id: string;
  /** Of the changes that were on trial. */
  readonly causeIds: readonly string[];
  readonly reason: string;
}

export const verdictKey = 'verdict';
