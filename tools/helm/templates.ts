// The Helm chart's templates, made from deploy/manifests, deploy/components and deploy/conversion-webhook: the same text, with what a user may choose in
// place of what stands there. In: the repository's root. Out: file name → text. An edit that does not find its place is an error,
// so that a changed manifest can not leave the chart behind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `from` is replaced wherever it stands; `times`: how often that must be (default: once). */
interface Edit {
  readonly from: string;
  readonly to: string;
  readonly times?: number;
}

interface Template {
  readonly source: string;
  readonly name: string;
  /** Condition for the whole file. */
  readonly when?: string;
  /** Conditions for single documents, by a line that they have. */
  readonly documents?: readonly { readonly with: string; readonly when: string }[];
  readonly edits: readonly Edit[];
}

const once = (from: string, to: string): Edit => ({ from, to });

/** Lines of YAML out of a value, if it has any, `indent` deep under `key`. */
function block(key: string, value: string, indent: number): string {
  const pad = ' '.repeat(indent);
  return `${pad}{{- with ${value} }}\n${pad}${key}:\n${pad}  {{- toYaml . | nindent ${indent + 2} }}\n${pad}{{- end }}\n`;
}

function list(value: string, indent: number): string {
  const pad = ' '.repeat(indent);
  return `${pad}{{- range ${value} }}\n${pad}- {{ . | quote }}\n${pad}{{- end }}\n`;
}

const pullPolicy = (indent: number): string =>
  `image: {{ include "nuncio.image" . }}\n${' '.repeat(indent)}imagePullPolicy: {{ .Values.image.pullPolicy }}\n`;

function podSpec(values: string): string {
  return [
    block('imagePullSecrets', '.Values.imagePullSecrets', 6),
    ...(values === ''
      ? []
      : [block('nodeSelector', `${values}.nodeSelector`, 6), block('tolerations', `${values}.tolerations`, 6)]),
  ].join('');
}

/** A container's `securityContext` is where its resources go, too. */
function resources(value: string, before: string): string {
  return `${block('resources', value, 10)}${before}`;
}

const securityContext = '          securityContext:\n            allowPrivilegeEscalation: false\n';

const conversionResources =
  '          resources:\n            requests:\n              cpu: 10m\n              memory: 96Mi\n            limits:\n              memory: 512Mi\n';

export const templates: readonly Template[] = [
  {
    source: 'manifests/01-rbac.yaml',
    name: 'rbac.yaml',
    edits: [],
    documents: [
      { with: 'kind: Role\nmetadata:\n  name: nuncio-certificates', when: '.Values.certgen.enabled' },
      { with: 'kind: RoleBinding\nmetadata:\n  name: nuncio-certificates', when: '.Values.certgen.enabled' },
      { with: 'kind: ServiceAccount\nmetadata:\n  name: nuncio-certgen', when: '.Values.certgen.enabled' },
      { with: 'kind: Role\nmetadata:\n  name: nuncio-certgen', when: '.Values.certgen.enabled' },
      { with: 'kind: RoleBinding\nmetadata:\n  name: nuncio-certgen', when: '.Values.certgen.enabled' },
      { with: 'kind: ServiceAccount\nmetadata:\n  name: envoy', when: '.Values.envoy.enabled' },
    ],
  },
  {
    source: 'manifests/02-certgen.yaml',
    name: 'certgen.yaml',
    when: '.Values.certgen.enabled',
    edits: [
      once('name: nuncio-certgen-0-1-0', 'name: nuncio-certgen-{{ .Chart.AppVersion | replace "." "-" }}'),
      once('image: nuncio:0.1.0\n', pullPolicy(10)),
      once('      restartPolicy: Never\n', `      restartPolicy: Never\n${podSpec('')}`),
    ],
  },
  {
    source: 'manifests/02-nuncio.yaml',
    name: 'nuncio.yaml',
    edits: [
      once('  replicas: 2\n', '  replicas: {{ .Values.nuncio.replicas }}\n'),
      once('image: nuncio:0.1.0\n', pullPolicy(10)),
      once(
        '            - --xds-renew-certificates=nuncio\n',
        '            {{- if .Values.certgen.enabled }}\n            - --xds-renew-certificates=nuncio\n            {{- end }}\n',
      ),
      once(
        '            - --state-dir=/state\n',
        `            - --state-dir=/state\n            {{- if .Values.nuncio.config }}\n            - --config=/config/nuncio.yaml\n            {{- end }}\n${list('.Values.nuncio.extraArgs', 12)}`,
      ),
      once(
        '        prometheus.io/path: /metrics\n',
        '        prometheus.io/path: /metrics\n        {{- if .Values.nuncio.config }}\n        # A changed file is read at the start.\n        checksum/config: {{ toYaml .Values.nuncio.config | sha256sum }}\n        {{- end }}\n',
      ),
      once(
        '        app.kubernetes.io/name: nuncio\n      annotations:\n',
        `        app.kubernetes.io/name: nuncio\n        {{- with .Values.nuncio.podLabels }}\n        {{- toYaml . | nindent 8 }}\n        {{- end }}\n      annotations:\n`,
      ),
      once(securityContext, resources('.Values.nuncio.resources', securityContext)),
      once(
        '      terminationGracePeriodSeconds: 45\n',
        `      terminationGracePeriodSeconds: 45\n${podSpec('.Values.nuncio')}`,
      ),
      once(
        '            - name: state\n              mountPath: /state\n',
        '            - name: state\n              mountPath: /state\n            {{- if .Values.nuncio.config }}\n            - name: config\n              mountPath: /config\n              readOnly: true\n            {{- end }}\n',
      ),
      once(
        '            secretName: nuncio-xds\n',
        '            secretName: nuncio-xds\n        {{- if .Values.nuncio.config }}\n        - name: config\n          configMap:\n            name: nuncio\n        {{- end }}\n',
      ),
    ],
  },
  {
    source: 'manifests/03-envoy.yaml',
    name: 'envoy.yaml',
    when: '.Values.envoy.enabled',
    edits: [
      once(
        'metadata:\n  name: envoy\n  namespace: nuncio\n  labels:\n    app.kubernetes.io/name: envoy\nspec:\n  type: LoadBalancer\n  externalTrafficPolicy: Local\n',
        `metadata:\n  name: envoy\n  namespace: nuncio\n  labels:\n    app.kubernetes.io/name: envoy\n${block('annotations', '.Values.envoy.service.annotations', 2)}spec:\n  type: {{ .Values.envoy.service.type }}\n  {{- if ne .Values.envoy.service.type "ClusterIP" }}\n  externalTrafficPolicy: {{ .Values.envoy.service.externalTrafficPolicy }}\n  {{- end }}\n  {{- with .Values.envoy.service.loadBalancerClass }}\n  loadBalancerClass: {{ . }}\n  {{- end }}\n`,
      ),
      once('kind: Deployment\n', 'kind: {{ .Values.envoy.kind }}\n'),
      once(
        '  replicas: 2\n  strategy:\n    rollingUpdate:\n      maxUnavailable: 0\n      maxSurge: 1\n',
        '  {{- if eq .Values.envoy.kind "Deployment" }}\n  replicas: {{ .Values.envoy.replicas }}\n  strategy:\n    rollingUpdate:\n      maxUnavailable: 0\n      maxSurge: 1\n  {{- else }}\n  updateStrategy:\n    rollingUpdate:\n      maxUnavailable: 1\n  {{- end }}\n',
      ),
      once(
        '        app.kubernetes.io/name: envoy\n    spec:\n',
        '        app.kubernetes.io/name: envoy\n        {{- with .Values.envoy.podLabels }}\n        {{- toYaml . | nindent 8 }}\n        {{- end }}\n    spec:\n',
      ),
      { from: 'image: nuncio:0.1.0\n', to: pullPolicy(10), times: 2 },
      once('image: envoyproxy/envoy:distroless-v1.40.0\n', 'image: {{ .Values.envoy.image }}\n'),
      once(
        '            - --admin-address=/admin/admin.sock\n',
        `            - --admin-address=/admin/admin.sock\n${list('.Values.envoy.extraBootstrapArgs', 12)}`,
      ),
      once('--xds-address=nuncio.nuncio.svc', '--xds-address=nuncio.{{ .Release.Namespace }}.svc'),
      once(
        '      terminationGracePeriodSeconds: 300\n',
        `      terminationGracePeriodSeconds: 300\n${podSpec('.Values.envoy')}`,
      ),
      once(
        '              containerPort: 8080\n',
        '              containerPort: 8080\n              {{- if .Values.envoy.hostPorts }}\n              hostPort: 80\n              {{- end }}\n',
      ),
      {
        from: '              containerPort: 8443\n',
        to: '              containerPort: 8443\n              {{- if .Values.envoy.hostPorts }}\n              hostPort: 443\n              {{- end }}\n',
        // TLS and HTTP/3.
        times: 2,
      },
      once(
        '                port: 8090\n          securityContext: *restricted\n',
        `                port: 8090\n${resources('.Values.envoy.resources', '          securityContext: *restricted\n')}`,
      ),
    ],
  },
  {
    source: 'manifests/04-gateway-provisioner.yaml',
    name: 'gateway-provisioner.yaml',
    when: '.Values.gatewayProvisioner.enabled',
    edits: [
      once('image: nuncio:0.1.0\n', pullPolicy(10)),
      once(
        '            - --nuncio-image=nuncio:0.1.0\n',
        '            - --nuncio-image={{ include "nuncio.image" . }}\n            - --envoy-image={{ .Values.envoy.image }}\n',
      ),
      once(
        '      serviceAccountName: nuncio-gateway-provisioner\n',
        `      serviceAccountName: nuncio-gateway-provisioner\n${podSpec('')}`,
      ),
      once(securityContext, resources('.Values.gatewayProvisioner.resources', securityContext)),
    ],
  },
  {
    source: 'manifests/04-protection.yaml',
    name: 'protection.yaml',
    edits: [],
    documents: [
      { with: 'kind: PodDisruptionBudget\nmetadata:\n  name: nuncio\n', when: '.Values.podDisruptionBudget.enabled' },
      {
        with: 'kind: PodDisruptionBudget\nmetadata:\n  name: envoy\n',
        when: 'and .Values.podDisruptionBudget.enabled .Values.envoy.enabled',
      },
      { with: 'kind: NetworkPolicy\n', when: '.Values.networkPolicy.enabled' },
    ],
  },
  {
    source: 'components/admission-webhook/admission-webhook.yaml',
    name: 'admission-webhook.yaml',
    when: '.Values.admissionWebhook.enabled',
    edits: [
      once('  replicas: 2\n', '  replicas: {{ .Values.admissionWebhook.replicas }}\n'),
      once('image: nuncio:0.1.0\n', pullPolicy(10)),
      once(
        '            - admission-webhook\n',
        '            - admission-webhook\n            {{- if .Values.admissionWebhook.deny }}\n            - --deny\n            {{- end }}\n            {{- if .Values.nuncio.config }}\n            - --config=/config/nuncio.yaml\n            {{- end }}\n',
      ),
      once(
        '      serviceAccountName: nuncio-admission-webhook\n',
        `      serviceAccountName: nuncio-admission-webhook\n${podSpec('')}`,
      ),
      once(securityContext, resources('.Values.admissionWebhook.resources', securityContext)),
      once(
        '              drop: [ALL]\n',
        '              drop: [ALL]\n          {{- if .Values.nuncio.config }}\n          volumeMounts:\n            - name: config\n              mountPath: /config\n              readOnly: true\n      volumes:\n        - name: config\n          configMap:\n            name: nuncio\n          {{- end }}\n',
      ),
    ],
  },
  {
    source: 'conversion-webhook/webhook.yaml',
    name: 'conversion-webhook.yaml',
    when: '.Values.conversionWebhook.enabled',
    documents: [{ with: 'kind: PodDisruptionBudget\n', when: '.Values.podDisruptionBudget.enabled' }],
    edits: [
      once('  replicas: 2\n', '  replicas: {{ .Values.conversionWebhook.replicas }}\n'),
      once('image: nuncio:0.1.0\n', pullPolicy(10)),
      once(
        '      serviceAccountName: nuncio-conversion-webhook\n',
        `      serviceAccountName: nuncio-conversion-webhook\n${podSpec('')}`,
      ),
      once(
        conversionResources,
        `          {{- with .Values.conversionWebhook.resources }}\n          resources:\n            {{- toYaml . | nindent 12 }}\n          {{- else }}\n${conversionResources}          {{- end }}\n`,
      ),
    ],
  },
];

/** What holds for every file: where it is installed. */
const everywhere: readonly (readonly [RegExp, string])[] = [
  [/^( *(?:- )?namespace): nuncio$/gm, '$1: {{ .Release.Namespace }}'],
  [/--(namespace|xds-renew-certificates)=nuncio$/gm, '--$1={{ .Release.Namespace }}'],
  [
    /^ {2}labels:\n {4}app\.kubernetes\.io\/name: (\S+)$/gm,
    `  labels:\n    app.kubernetes.io/name: $1\n    {{- include "nuncio.labels" . | nindent 4 }}`,
  ],
];

/** Makes the templates; throws when an edit does not find its place. */
export function chartTemplates(root: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>([
    ['_helpers.tpl', helpers],
    ['config.yaml', configMap],
  ]);
  for (const template of templates) {
    let text = readFileSync(join(root, 'deploy', template.source), 'utf8');
    for (const { from, to, times = 1 } of template.edits) {
      const found = text.split(from).length - 1;
      if (found !== times)
        throw new Error(`deploy/${template.source} has ${JSON.stringify(from)} ${found} times, not ${times}`);
      text = text.replaceAll(from, () => to);
    }
    text = withConditions(text, template);
    for (const [pattern, to] of everywhere) text = text.replace(pattern, to);
    if (template.when !== undefined) text = `{{- if ${template.when} }}\n${text}{{- end }}\n`;
    files.set(template.name, `{{- /* Made by \`npm run gen:crds\` from deploy/${template.source}. */}}\n${text}`);
  }
  return files;
}

function withConditions(text: string, { documents = [], source }: Template): string {
  if (documents.length === 0) return text;
  const met = new Set<string>();
  const parts = text.split('---\n').map((part) => {
    const condition = documents.find((each) => part.includes(`${each.with.trimEnd()}\n`));
    if (condition === undefined) return part;
    met.add(condition.with);
    return `{{- if ${condition.when} }}\n${part}{{- end }}\n`;
  });
  const missing = documents.find((each) => !met.has(each.with));
  if (missing) throw new Error(`deploy/${source} has no document with ${JSON.stringify(missing.with)}`);
  return parts.join('---\n');
}

const helpers = `{{- /* Made by \`npm run gen:crds\`. */}}
{{- define "nuncio.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- define "nuncio.labels" -}}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/instance: {{ .Release.Name }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}
`;

const configMap = `{{- /* Made by \`npm run gen:crds\`. */}}
{{- if .Values.nuncio.config }}
# Settings of \`nuncio serve\`.
apiVersion: v1
kind: ConfigMap
metadata:
  name: nuncio
  namespace: {{ .Release.Namespace }}
  labels:
    app.kubernetes.io/name: nuncio
    {{- include "nuncio.labels" . | nindent 4 }}
data:
  nuncio.yaml: |
    {{- toYaml .Values.nuncio.config | nindent 4 }}
{{- end }}
`;
