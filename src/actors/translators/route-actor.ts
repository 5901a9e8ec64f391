// VirtualHost vertices → scopes, or in single mode route configurations.
import { createRouteTranslator } from '../../xds/route-translator.ts';
import { createTranslatorActor } from './translator-actor.ts';

export const createActor = createTranslatorActor(
  { input: 'builder>routeTranslator', output: 'routeTranslator>streamer' },
  ({ routeDiscovery, limits }) => createRouteTranslator(routeDiscovery, limits?.hosts),
);
