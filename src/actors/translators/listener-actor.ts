// Listener and FilterChain vertices → listeners.
import { createListenerTranslator } from '../../xds/listener-translator.ts';
import { createTranslatorActor } from './translator-actor.ts';

export const createActor = createTranslatorActor(
  { input: 'builder>listenerTranslator', output: 'listenerTranslator>streamer' },
  ({ routeDiscovery }) => createListenerTranslator(routeDiscovery),
);
