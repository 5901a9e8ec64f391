// How long a test waits for what must come. It is no measure of speed: on a machine that is ten times slower, or shared with
// others, the same thing comes later. A wait that ends here has failed.
export const patienceMs = 90_000;
