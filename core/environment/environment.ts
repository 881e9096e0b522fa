import { setMaxListeners } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type {
  Build,
  BuiltinTool,
  Clock,
  EnvironmentInterface,
  NewId,
  Redact,
  ToolDefinition,
} from '../omnimessage/index.ts';
import { argumentCheck } from './calls/argument-check.ts';
import { type CallPorts, executeCall, type ToolLimits } from './calls/execute-call.ts';
import type { ArchivePlace } from './calls/output-archive.ts';
import type { CheckedTool } from './calls/prepare-call.ts';
import { createCommandRunner } from './commands/command-runner.ts';
import { findProgram } from './commands/find-program.ts';
import { createFileWriter } from './files/file-writer.ts';
import { isInside } from './files/path-rules.ts';
import { createOwnSearch } from './search/own-search.ts';
import { createRipgrepSearch } from './search/ripgrep.ts';
import type { ToolFactory, ToolPorts } from './tools.ts';
import { createWorkspace, type Workspace } from './workspace-path.ts';

const DEFAULT_LIMITS: ToolLimits = { timeoutMs: 120_000, maxOutputLength: 16_000 };

export interface EnvironmentConfig {
  /** An existing folder. */
  workspaceDir: string;
  /** Rows of `toolTable`; another room's tool is a row that ignores its ports. */
  tools: readonly ToolFactory[];
  build: Build;
  clock: Clock;
  newId: NewId;
  redact: Redact;
  /** Where the command environment's allow-list is filled from. */
  env: Readonly<Record<string, string>>;
  model: { vision: boolean };
  /** A folder of this Session's own, made if missing: outputs that were cut are kept here whole, and may be read from here. */
  scratchDir: string;
  /** By tool name; what is not set stays as the tool declares it. */
  toolConfig?: Readonly<Record<string, Partial<ToolLimits>>>;
}

/** The built-in EnvironmentInterface. Throws only here, when the folders or the choice of tools are wrong. */
export function createEnvironment(config: EnvironmentConfig): Required<EnvironmentInterface> {
  mkdirSync(config.scratchDir, { recursive: true, mode: 0o700 });
  const scratch = realpathSync(config.scratchDir);
  const workspace = createWorkspace(config.workspaceDir, [scratch]);
  const ports = portsOf(config, workspace);
  const tools = chosenTools(config, ports);
  const disposal = new AbortController();
  // Every running call listens; Node would take more than ten for a leak.
  setMaxListeners(0, disposal.signal);
  const callPorts: CallPorts = {
    ...config,
    tools,
    workspaceDir: workspace.root,
    limitsOf: (tool) => limitsOf(tool, config.toolConfig?.[tool.name]),
    archivePlace: () => archivePlace(workspace.root, scratch, config.newId),
    disposed: disposal.signal,
  };

  return {
    listTools: async () => [...tools.values()].map(({ tool }) => definitionOf(tool)),
    executeTool: (request) => executeCall(request, callPorts),
    toolPermission(name) {
      const found = tools.get(name);
      return found === undefined ? undefined : (found.tool.definition.permission ?? 'rw');
    },
    async dispose() {
      disposal.abort();
      await ports.commands.dispose();
    },
    kill() {
      disposal.abort();
      ports.commands.kill();
    },
  };
}

function portsOf({ env, clock, newId }: EnvironmentConfig, workspace: Workspace): ToolPorts {
  const ripgrep = findProgram('rg', env.PATH ?? '', workspace.root);
  return {
    workspace,
    writer: createFileWriter(workspace, newId),
    commands: createCommandRunner({ env, workspace: workspace.root, clock, newId }),
    search: ripgrep === undefined ? createOwnSearch(workspace) : createRipgrepSearch(ripgrep, workspace),
    clock,
  };
}

function chosenTools({ tools, model }: EnvironmentConfig, ports: ToolPorts): Map<string, CheckedTool> {
  const chosen = new Map<string, CheckedTool>();
  for (const tool of tools.map((make) => make(ports))) {
    if (!isFor(model, tool)) continue;
    if (chosen.has(tool.name)) throw new Error(`Two tools are named ${tool.name}. Offer one of them.`);
    chosen.set(tool.name, { tool, check: argumentCheck(tool.definition) });
  }
  return chosen;
}

function isFor({ vision }: EnvironmentConfig['model'], { definition }: BuiltinTool): boolean {
  return definition.forModel === undefined || (definition.forModel === 'vision') === vision;
}

function definitionOf({ name, definition: { description, parameters } }: BuiltinTool): ToolDefinition {
  return parameters === undefined ? { name, description } : { name, description, parameters };
}

function limitsOf({ definition }: BuiltinTool, override: Partial<ToolLimits> = {}): ToolLimits {
  return {
    timeoutMs: override.timeoutMs ?? definition.timeoutMs ?? DEFAULT_LIMITS.timeoutMs,
    maxOutputLength: override.maxOutputLength ?? definition.maxOutputLength ?? DEFAULT_LIMITS.maxOutputLength,
  };
}

function archivePlace(root: string, folder: string, newId: NewId): ArchivePlace {
  const name = `output-${newId()}.txt`;
  const path = join(folder, name);
  return { folder, name, shownAs: isInside(root, path) ? relative(root, path) : path };
}
