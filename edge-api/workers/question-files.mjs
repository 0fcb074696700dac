// Starts the question file worker where worker threads cannot load TypeScript by themselves.
import { register } from 'tsx/esm/api';

register();
await import('./question-files.ts');
