import { isRecord } from '../../model/pick.ts';
// Who wrote an object's status last, as its managedFields tell.
// Pure. In: `metadata.managedFields`. Out: the name of a field manager.

/** Empty: nobody is named. `except`: a manager that is not meant (us). */
export function lastStatusManager(managedFields: unknown, except: string): string {
  let found = '';
  let newest = '';
  for (const entry of Array.isArray(managedFields) ? managedFields : []) {
    if (!isRecord(entry)) continue;
    const { manager, time, fieldsV1 } = entry;
    if (typeof manager !== 'string' || manager === except) continue;
    // By subresource, or (an object without that subresource, or an old client) by the fields.
    const isStatus = entry['subresource'] === 'status' || (isRecord(fieldsV1) && Object.hasOwn(fieldsV1, 'f:status'));
    const at = typeof time === 'string' ? time : '';
    if (!isStatus || at < newest) continue;
    newest = at;
    found = manager;
  }
  return found;
}
