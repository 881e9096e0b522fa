// node release/publish.mjs v1.2.3 DIST: sets the release's tags at origin. Run again, it finds nothing left to do.
import { command } from './command.mjs';
import { authorisation } from './git.mjs';
import { releaseCommit } from './release-commit.mjs';
import { sourceOf } from './source.mjs';
import { planTags, pushTags, readTags } from './tags.mjs';

command((tag, distDir) => {
  const source = sourceOf(tag);
  const released = releaseCommit(source, distDir);
  const env = authorisation(process.env.GITHUB_TOKEN);
  const tags = readTags(env);
  const plan = planTags({ released, source, tags });
  if (plan.length > 0) pushTags(plan, released, env);
  const set = plan.map(({ name }) => name).join(', ');
  console.log(
    set === ''
      ? `${tag} is released already: ${released}.`
      : `Set ${set} to ${released}, built from ${source.commit}.`,
  );
});
