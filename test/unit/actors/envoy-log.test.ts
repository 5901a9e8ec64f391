// Envoy's log lines in our levels.
import test from 'ava';
import { parseEnvoyLogLine } from '../../../src/actors/envoy/envoy-log.ts';

test('level, logger and message are taken apart', (t) => {
  t.deepEqual(parseEnvoyLogLine('warning\tconfig\tgRPC config stream closed: 14\tx'), {
    level: 'warn',
    logger: 'config',
    message: 'gRPC config stream closed: 14\tx',
  });
});

test('a line of another form is kept whole', (t) => {
  t.deepEqual(parseEnvoyLogLine('Caught Segmentation fault'), {
    level: 'info',
    logger: '',
    message: 'Caught Segmentation fault',
  });
});
