ALTER TABLE `coding_questions` ADD `statement_pdf` text;--> statement-breakpoint
ALTER TABLE `coding_solutions` ADD `files` text;--> statement-breakpoint
ALTER TABLE `coding_solutions` ADD `other_verdicts` text;