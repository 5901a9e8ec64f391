// Secret vertices → SDS secrets. Key material stays in vertices and bytes: nothing here logs or reports either.
import { createSecretTranslator } from '../../xds/secret.ts';
import { createTranslatorActor } from './translator-actor.ts';

export const createActor = createTranslatorActor(
  { input: 'builder>secretTranslator', output: 'secretTranslator>streamer' },
  createSecretTranslator,
);
