// Cluster vertices → clusters.
import { createClusterTranslator } from '../../xds/cluster.ts';
import { createTranslatorActor } from './translator-actor.ts';

export const createActor = createTranslatorActor(
  { input: 'builder>clusterTranslator', output: 'clusterTranslator>streamer' },
  createClusterTranslator,
);
