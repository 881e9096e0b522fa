/** The Environment: its tools, and what holds them inside the Workspace. */

export { commandEnvironment } from './commands/command-environment.ts';
export { createEnvironment, type EnvironmentConfig } from './environment.ts';
export { type ToolFactory, toolTable } from './tools.ts';
