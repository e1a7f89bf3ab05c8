ALTER TABLE `questions` ADD `type` text DEFAULT 'single' NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `body` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `key` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `penalty` text;--> statement-breakpoint
UPDATE `questions` SET
  `body` = json_object('options', json(`options`), 'optionImages', json(`option_images`)),
  `key` = json_object('correctAnswer', `correct_answer`);--> statement-breakpoint
ALTER TABLE `questions` DROP COLUMN `options`;--> statement-breakpoint
ALTER TABLE `questions` DROP COLUMN `option_images`;--> statement-breakpoint
ALTER TABLE `questions` DROP COLUMN `correct_answer`;
