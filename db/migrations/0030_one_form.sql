-- Texts are stored in canonical form and looked for in it (inOneForm): what was stored before would no longer be found, and a section
-- no longer be the type of its questions. अंग्रेज़ी has two forms.
UPDATE "users" SET "full_name" = normalize("full_name") WHERE "full_name" IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "exams" SET "name" = normalize("name"), "sections" = normalize("sections"::text)::jsonb
  WHERE "name" IS NOT NORMALIZED OR "sections"::text IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "questions" SET "type" = normalize("type") WHERE "type" IS NOT NORMALIZED;--> statement-breakpoint
UPDATE "question_revisions" SET "type" = normalize("type"), "text" = normalize("text"),
    "options" = ARRAY(SELECT normalize(o) FROM unnest("options") WITH ORDINALITY AS said(o, place) ORDER BY place)
  WHERE "type" IS NOT NORMALIZED OR "text" IS NOT NORMALIZED OR array_to_string("options", ' ') IS NOT NORMALIZED;
