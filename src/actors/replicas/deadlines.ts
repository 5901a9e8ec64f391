/** Each side of a stream between replicas says so often that it is there. */
export const aliveEveryMs = 4_000;
/** Who has said nothing for so long is gone. */
export const silentMs = 15_000;
/** What a replica has told holds for so long after its stream broke: it may make a new one. Its Envoys are as quick. */
export const brokenMs = 5_000;
