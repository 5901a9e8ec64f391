// Node's http module. Imported as an ES module, all that it exports is looked at, and one export loads Node's whole
// WebSocket client: 45 ms of CPU and 3 MB in each thread, for nothing.
import type * as Http from 'node:http';

export const http: typeof Http = process.getBuiltinModule('node:http');
