// What `ava.config.js` loads before each test file. A property test draws anew at each run on a developer's machine; in CI always
// the same cases, so that a failure there is of the change under test and of nothing else. FAST_CHECK_SEED chooses a seed.
import * as fc from 'fast-check';

const seed = process.env['FAST_CHECK_SEED'] ?? (process.env['CI'] ? '1' : undefined);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
