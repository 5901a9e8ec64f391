// Bodies of errors that a Mapping or the Module replaces.
import type { MappingSpec } from '../../../model/kinds/emissary/mapping.ts';
import { formatMistake } from '../../../model/access-log-format.ts';
import { headerValueError } from '../../compile/header-policy.ts';
import type { ErrorPage } from '../../vertices.ts';

/** `ignore`: at a path relative to the list; the entry is left out. */
export function errorPagesOf(
  list: MappingSpec['error_response_overrides'],
  ignore: (at: string, message: string) => void,
): readonly ErrorPage[] {
  return (list ?? []).flatMap(({ on_status_code, body }, i): readonly ErrorPage[] => {
    const { text_format: text, json_format: json, text_format_source: source, content_type } = body;
    if ([text, json, source].filter((each) => each !== undefined).length !== 1) {
      ignore(`[${i}].body`, 'must have one of text_format and json_format');
      return [];
    }
    if (source) {
      ignore(`[${i}].body.text_format_source`, 'files are not read; write the text in text_format');
      return [];
    }
    const wrong = Object.entries(json ?? { '': text ?? '' }).flatMap(([name, format]) => {
      const mistake = formatMistake(format);
      return mistake === undefined ? [] : [[name, mistake] as const];
    });
    if (wrong[0]) {
      ignore(`[${i}].body.${json ? `json_format[${JSON.stringify(wrong[0][0])}]` : 'text_format'}`, wrong[0][1]);
      return [];
    }
    const contentMistake = headerValueError(content_type ?? '');
    if (contentMistake !== undefined) {
      ignore(`[${i}].body.content_type`, contentMistake);
      return [];
    }
    return [
      {
        statuses: [String(on_status_code)],
        ofUpstreams: true,
        contentType: content_type ?? (json ? 'application/json' : 'text/plain'),
        body: json ? { kind: 'json', fields: json } : { kind: 'format', text: text ?? '' },
      },
    ];
  });
}
