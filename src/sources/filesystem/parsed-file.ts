// What reading one file gives. Made by the pool job `parse-file`, used by the filesystem source and by `validate`.
import type { ObjectKey, SourceObject } from '../../model/object.ts';
import type { SourceProblem } from '../source.ts';

export interface FileText {
  /** As it shall be named in messages and in the objects' source mark. */
  readonly file: string;
  readonly text: string;
}

export interface ParsedFile {
  /** The valid objects in the order of the file, each key once. */
  readonly objects: readonly SourceObject[];
  /** Keys of objects that the file holds, but not in a valid form. */
  readonly refused: readonly ObjectKey[];
  /** Of those: what counts while they have no good version. */
  readonly standIns?: readonly SourceObject[];
  /** True: some document could not even be read so far that its object is known. */
  readonly unreadable: boolean;
  readonly problems: readonly SourceProblem[];
}

export type ParseFile = (input: FileText) => Promise<ParsedFile> | ParsedFile;
