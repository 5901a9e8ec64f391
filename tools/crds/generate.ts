// `npm run gen:crds`: writes deploy/crds/<plural>.<group>.yaml for every kind of ours, deploy/conversion-webhook/crds for those
// with several versions, the kustomizations that name them, and the Helm chart's templates. Run from the repository's root.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartTemplates } from '../helm/templates.ts';
import { crdFiles, versionedCrdFiles } from './files.ts';

const webhook = join('deploy', 'conversion-webhook');
write(join('deploy', 'crds'), crdFiles());
write(join(webhook, 'crds'), versionedCrdFiles());
write(join('deploy', 'helm', 'nuncio', 'templates'), chartTemplates('.'));

function write(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  console.log(`${files.size} files in ${folder}`);
}

const resources = ['crds', 'manifests'].flatMap((part) =>
  readdirSync(join('deploy', part))
    .sort()
    .map((name) => `  - ${part}/${name}`),
);
writeFileSync(
  join('deploy', 'kustomization.yaml'),
  `# \`kubectl apply -k deploy\`, or a base for overlays: the CRDs and everything in manifests. Made by \`npm run gen:crds\`.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
${resources.join('\n')}
`,
);

writeFileSync(
  join(webhook, 'kustomization.yaml'),
  `# A component for overlays of \`deploy\`: CRDs of getambassador.io in all their versions, and the webhook that converts.
# Made by \`npm run gen:crds\`.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - webhook.yaml
patches:
${[...versionedCrdFiles().keys()]
  .sort()
  .map((name) => `  - path: crds/${name}`)
  .join('\n')}
`,
);
