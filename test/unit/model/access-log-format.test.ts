import test from 'ava';
import { asksForRouteMetadata, defaultJsonFields } from '../../../src/model/access-log-format.ts';

test('a format asks for the metadata of routes', (t) => {
  const text = '%METADATA(ROUTE:envoy.access_loggers.file:io.projectcontour.kind)%';
  t.true(asksForRouteMetadata({ kind: 'text', text: `%METHOD% ${text}\n` }));
  t.true(asksForRouteMetadata({ kind: 'json', fields: ['method', 'contour_config_namespace'] }));
  t.true(asksForRouteMetadata({ kind: 'json', fields: [`own=${text}`] }));
});

test('a format does not', (t) => {
  t.false(asksForRouteMetadata({ kind: 'default' }));
  t.false(asksForRouteMetadata({ kind: 'json', fields: defaultJsonFields }));
  t.false(asksForRouteMetadata({ kind: 'json', fields: ['no such field'] }));
  t.false(asksForRouteMetadata({ kind: 'text', text: '%METADATA(CLUSTER:a:b)% METADATA(ROUTE:a:b)\n' }));
});
