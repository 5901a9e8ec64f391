// Problems in files as people, other programs and code hosts want them. In: located problems. Out: text.
import { pathToFileURL } from 'node:url';
import { relative } from 'node:path';
import { problemCodes } from '../../model/problem-codes.ts';
import type { LocatedProblem } from '../offline/compile-files.ts';

export const reportFormats = ['text', 'json', 'sarif', 'github'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface Report {
  readonly problems: readonly LocatedProblem[];
  readonly objects: number;
  readonly files: number;
}

export function renderReport(report: Report, format: ReportFormat, version: string): string {
  switch (format) {
    case 'text':
      return text(report);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'sarif':
      return `${JSON.stringify(sarif(report.problems, version), null, 2)}\n`;
    case 'github':
      return report.problems.map(annotation).join('');
  }
}

function text({ problems, objects, files }: Report): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const lines = problems.map((problem) => `${placed(problem)}${problem.severity}: ${said(problem)} [${problem.code}]`);
  const sum = `${count(objects, 'object')} in ${count(files, 'file')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return `${[...lines, sum].join('\n')}\n`;
}

function placed({ file, line }: LocatedProblem): string {
  if (file === undefined) return '';
  return line === undefined ? `${file}: ` : `${file}:${line}: `;
}

function said({ object, path, message }: LocatedProblem): string {
  return [object, path, message].filter((part) => part !== '').join(': ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Workflow commands of GitHub Actions: percent, line ends and, in properties, commas and colons are escaped. */
function annotation(problem: LocatedProblem): string {
  const escaped = (value: string): string =>
    value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (value: string): string => escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const { file, line, severity, code } = problem;
  const place = [
    file !== undefined && `file=${property(file)}`,
    line !== undefined && `line=${line}`,
    `title=${property(code)}`,
  ];
  return `::${severity} ${place.filter((each) => each !== false).join(',')}::${escaped(said(problem))}\n`;
}

/** Static Analysis Results Interchange Format 2.1.0. */
function sarif(problems: readonly LocatedProblem[], version: string): unknown {
  const codes: Readonly<Record<string, string>> = problemCodes;
  const used = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'nuncio',
            version,
            rules: used.map((id) => ({ id, shortDescription: { text: codes[id] ?? id } })),
          },
        },
        results: problems.map((problem) => ({
          ruleId: problem.code,
          level: problem.severity,
          message: { text: said(problem) },
          ...(problem.file !== undefined && {
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: uriOf(problem.file) },
                  ...(problem.line !== undefined && { region: { startLine: problem.line } }),
                },
              },
            ],
          }),
        })),
      },
    ],
  };
}

/** Relative to where the command runs, as code hosts want it; a file elsewhere by its full URI. */
function uriOf(file: string): string {
  const path = relative('.', file);
  return path.startsWith('..') ? pathToFileURL(file).href : path.split('/').map(encodeURIComponent).join('/');
}
