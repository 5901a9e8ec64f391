// Completion scripts made from the command line itself, so that they never lag behind it. In: the program. Out: a script.
import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

interface Flag {
  readonly long: string;
  readonly help: string;
  /** Empty: any text, or none. */
  readonly choices: readonly string[];
}

interface Subcommand {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly Flag[];
}

export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map((command): Subcommand => ({
    name: command.name(),
    help: command.description(),
    flags: command.options.filter(({ hidden, long }) => !hidden && long != null).map(flagOf),
  }));
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
  }
}

/** `--flag <a|b>` names its choices too. */
function flagOf({ long, flags, description, argChoices }: Option): Flag {
  const named = /[<[]([\w-]+(?:\|[\w-]+)+)[>\]]/.exec(flags)?.[1]?.split('|');
  return { long: long!, help: firstLine(description), choices: argChoices ?? named ?? [] };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function bash(commands: readonly Subcommand[]): string {
  const cases = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ long, choices }) =>
          `    "${name} ${long}") COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`,
      ),
  );
  const flags = commands.map(
    ({ name, flags: all }) => `    ${name}) words="${all.map(({ long }) => long).join(' ')}" ;;`,
  );
  return `# bash completion of nuncio; source it.
_nuncio() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  case "$command $before" in
${cases.join('\n')}
  esac
  case "$command" in
${flags.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words --help" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _nuncio nuncio
`;
}

function zsh(commands: readonly Subcommand[]): string {
  const text = (value: string): string =>
    value.replace(/['[\]:\\]/g, (character) => (character === "'" ? "'\\''" : `\\${character}`));
  const names = commands.map(({ name, help }) => `    '${name}:${text(help)}'`);
  const cases = commands.map(({ name, flags }) => {
    const specs = flags.map(({ long, help, choices }) => {
      const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : '';
      return `'${long}[${text(help)}]${value}'`;
    });
    return `    ${name}) _arguments ${[...specs, "'*:file:_files'"].join(' ')} ;;`;
  });
  return `#compdef nuncio
# zsh completion of nuncio.
_nuncio() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
_nuncio "$@"
`;
}

function fish(commands: readonly Subcommand[]): string {
  const text = (value: string): string => `'${value.replace(/['\\]/g, (character) => `\\${character}`)}'`;
  const lines = commands.flatMap(({ name, help, flags }) => [
    `complete -c nuncio -n __fish_use_subcommand -a ${name} -d ${text(help)}`,
    ...flags.map(({ long, help: about, choices }) => {
      const value = choices.length > 0 ? ` -x -a ${text(choices.join(' '))}` : '';
      return `complete -c nuncio -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)}${value} -d ${text(about)}`;
    }),
  ]);
  return `# fish completion of nuncio.\n${lines.join('\n')}\n`;
}
