// Where the pages of the admin port are. Apart from the pages, which are loaded when somebody looks.

export const pagePaths = [
  '/',
  '/ui/hosts',
  '/ui/host',
  '/ui/explain',
  '/ui/clusters',
  '/ui/problems',
  '/ui/envoys',
  '/ui/changes',
  '/ui/timeline',
] as const;

export type PagePath = (typeof pagePaths)[number];
